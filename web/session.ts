import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import type { PasskeyAnswer } from '#contract/passkeys.ts';
import { type Answer, call } from './api.ts';
import { clearLines } from './cart/cart-lines.ts';
import { clearSaved } from './saved/saved-listings.ts';
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

/** The signed-in user as stored in this browser; null for guests and during server rendering. */
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

/** Signs in or registers. Stores the session, unless the account needs its second factor first. */
export async function authenticate(credentials: Credentials): Promise<Answer<'authenticate'>> {
  const answer = await call('authenticate', { body: credentials });
  if (answer.success && 'token' in answer) storeNewSession(answer);
  return answer;
}

/** Completes a sign-in with the second factor, and stores the session on success. */
export async function completeSignIn(
  proof: { challenge: string } & ({ code: string } | { passkey: PasskeyAnswer }),
): Promise<Answer<'completeSignIn'>> {
  const answer = await call('completeSignIn', { body: proof });
  if (answer.success) storeNewSession(answer);
  return answer;
}

function storeNewSession({ token, name, email, isAdmin }: Session & { token: string }): void {
  checkedToken = token;
  storeSession(token, { name, email, isAdmin });
}

/**
 * Clears the cart, saved pieces, token and user in this browser at once, even if the call fails (docs/behaviour/accounts.md, 8). The event
 * `userLoggedOut` leads to the home page. The cart and the saved pieces on the server are kept for the next sign-in.
 */
export async function signOut(): Promise<void> {
  // Started first, because the call needs the token.
  const pendingCall = call('signOut', { quiet: true, keepalive: true });
  forgetSession();
  clearLines();
  clearSaved();
  window.dispatchEvent(new Event('userLoggedOut'));
  const answer = await pendingCall;
  if (answer.success || answer.status === 401) return;
  if (answer.status === 0) showToast({ tone: 'news', text: t`Logged out locally` });
  else showToast({ tone: 'failed', text: answer.message });
}

let checkedToken: string | null = null;

/** Checks each stored session once and updates the stored user. An invalid session is forgotten; other failures change nothing. */
async function checkSession(): Promise<void> {
  const token = storedToken();
  if (token === null || token === checkedToken) return;
  checkedToken = token;
  const answer = await call('getProfile', { quiet: true });
  if (answer.success && storedToken() === token) updateStoredUser(answer.user);
}

/** Updates the stored user after a change of the profile, e.g. for the header. */
export function updateStoredUser({ name, email, isAdmin }: Session): void {
  const token = storedToken();
  if (token !== null) storeSession(token, { name, email, isAdmin });
}

function subscribe(onChange: () => void): () => void {
  void checkSession();
  return subscribeToSession(onChange);
}
