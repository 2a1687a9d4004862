import { useSyncExternalStore } from 'react';
import { type Answer, call } from './api.ts';
import { clearLines } from './cart/cart-lines.ts';
import {
  forgetSession,
  type StoredSession,
  storedSession,
  storedToken,
  storeSession,
  subscribeToSession,
} from './stored-session.ts';
import { showToast } from './ui/toast.tsx';

export type Session = StoredSession;

/** Who is signed in, as this browser remembers it; null for guests, and on the server, where nobody is known. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, storedSession, () => null);
}

export type Credentials =
  | { mode: 'signin'; email: string; password: string }
  | ({ mode: 'register'; name: string } & Login);
interface Login {
  email: string;
  password: string;
}

/** Signs in or registers; on success the browser remembers it. */
export async function authenticate(credentials: Credentials): Promise<Answer<'authenticate'>> {
  const answer = await call('authenticate', { body: credentials });
  if (answer.success) {
    checkedToken = answer.token;
    storeSession(answer.token, { name: answer.name, email: answer.email, isAdmin: answer.isAdmin });
  }
  return answer;
}

/**
 * Clears cart, token and user in this browser at once, whatever becomes of the call, and leads home (SPEC.md §4).
 * The cart kept on the server is there again at the next sign-in.
 */
export async function signOut(): Promise<void> {
  // Starts with the token of now.
  const ending = call('signOut', { quiet: true, keepalive: true });
  forgetSession();
  clearLines();
  window.dispatchEvent(new Event('userLoggedOut'));
  const answer = await ending;
  if (answer.success || answer.status === 401) return;
  if (answer.status === 0) showToast({ tone: 'news', text: 'Logged out locally' });
  else showToast({ tone: 'failed', text: answer.message });
}

let checkedToken: string | null = null;

/**
 * Asks the server once whether the remembered session lives, and what the user is called now. A dead one is forgotten
 * (SPEC.md §4); a server that cannot be reached proves nothing.
 */
export async function checkSession(): Promise<void> {
  const token = storedToken();
  if (token === null || token === checkedToken) return;
  checkedToken = token;
  const answer = await call('getProfile', { quiet: true });
  if (answer.success && storedToken() === token) rememberUser(answer.user);
}

/** After a change of the profile: what the header shows. */
export function rememberUser({ name, email, isAdmin }: Session): void {
  const token = storedToken();
  if (token !== null) storeSession(token, { name, email, isAdmin });
}

function subscribe(onChange: () => void): () => void {
  void checkSession();
  return subscribeToSession(onChange);
}
