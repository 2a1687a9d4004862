import { redirect } from 'react-router';
import { type Answer, call, type Failure } from '../api.ts';
import { rememberUser } from '../session.ts';
import { storedToken } from '../stored-session.ts';
import { showToast } from '../ui/toast.tsx';

/** The token whose rights the server confirmed since the panel was entered. */
let confirmedToken: string | null = null;
let asking: Promise<Answer<'checkAdmin'>> | null = null;
const listeners = new Set<() => void>();

/**
 * For the loaders of the panel: goes on for admins alone, whose rights the server confirms once per visit (and again on
 * every call). Everybody else is led home (SPEC.md §2, Admin panel).
 */
export async function requireAdmin(): Promise<void> {
  const token = storedToken();
  if (token === null) throw redirect('/');
  if (token === confirmedToken) return;
  asking ??= call('checkAdmin', { quiet: true }).finally(() => {
    asking = null;
  });
  orLeave(await asking);
  setConfirmed(token);
}

/** The answer as it is, unless it says that the panel is not (or no longer) for this person: then the way leads home. */
export function orLeave<Given extends { success: true }>(answer: Given | Failure): Given | Failure {
  if (answer.success || (answer.status !== 401 && answer.status !== 403)) return answer;
  setConfirmed(null);
  if (answer.status === 403) denyAccess(answer.message);
  throw redirect('/');
}

/** The panel is left: whoever comes back is asked for again. */
export function forgetAdmin(): void {
  setConfirmed(null);
}

/** Whether the server has confirmed the rights, for useSyncExternalStore. */
export function isConfirmed(): boolean {
  return confirmedToken !== null;
}

export function subscribeToConfirmation(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

let isDenying = false;

/** Said once, however many calls were refused. */
function denyAccess(message: string): void {
  if (isDenying) return;
  isDenying = true;
  showToast({ tone: 'failed', text: message });
  // The header shall not say Admin any more.
  void call('getProfile', { quiet: true }).then((answer) => {
    isDenying = false;
    if (answer.success) rememberUser(answer.user);
  });
}

function setConfirmed(token: string | null): void {
  confirmedToken = token;
  for (const listener of listeners) listener();
}
