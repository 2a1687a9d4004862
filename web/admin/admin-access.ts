import { redirect } from 'react-router';
import { type Answer, call, type Failure } from '../api.ts';
import { updateStoredUser } from '../session.ts';
import { storedToken } from '../stored-session.ts';
import { createStore, useStore } from '../ui/store.ts';
import { showToast } from '../ui/toast.tsx';

/** The token for which the server confirmed admin rights since the panel was opened. */
const confirmedToken = createStore<string | null>(null);
let pendingCheck: Promise<Answer<'checkAdmin'>> | null = null;

/**
 * Called first by every loader of the panel. It returns for admins and redirects everybody else to the home page
 * (docs/behaviour/admin.md, 1). The server confirms the rights once per visit of the panel, and checks them again on
 * every call.
 */
export async function requireAdmin(): Promise<void> {
  const token = storedToken();
  if (token === null) throw redirect('/');
  if (token === confirmedToken.get()) return;
  pendingCheck ??= call('checkAdmin', { quiet: true }).finally(() => {
    pendingCheck = null;
  });
  // If the server cannot be reached, nothing is confirmed: the section shows its failure, and the next section checks
  // again.
  if (redirectIfDenied(await pendingCheck).success) confirmedToken.set(token);
}

/**
 * Returns the answer, or redirects: to the home page if the user is not an admin (any more), to the security settings if they
 * need a second factor first.
 */
export function redirectIfDenied<Given extends { success: true }>(answer: Given | Failure): Given | Failure {
  if (isDenied(answer)) throw redirect(lacksSecondFactor(answer) ? '/account/security' : '/');
  return answer;
}

/**
 * Whether an answer that arrives after its section is shown leads to the home page. Shows the message if it is a
 * refusal.
 */
export function isDenied(answer: { success: true } | Failure): boolean {
  if (answer.success || (answer.status !== 401 && answer.status !== 403)) return false;
  confirmedToken.set(null);
  if (answer.status === 403) showDenial(answer.message);
  return true;
}

function lacksSecondFactor(answer: { success: true } | Failure): boolean {
  return !answer.success && answer.code === 'second-factor';
}

/** Called when the user leaves the panel: the next visit checks the rights again. */
export function resetConfirmation(): void {
  confirmedToken.set(null);
}

/** Whether the server has confirmed the rights. */
export function useIsConfirmed(): boolean {
  return useStore(confirmedToken, null) !== null;
}

let isDenying = false;

/** Shown once, however many calls were refused. */
function showDenial(message: string): void {
  if (isDenying) return;
  isDenying = true;
  showToast({ tone: 'failed', text: message });
  // The header must not show the admin badge any more.
  void call('getProfile', { quiet: true }).then((answer) => {
    isDenying = false;
    if (answer.success) updateStoredUser(answer.user);
  });
}
