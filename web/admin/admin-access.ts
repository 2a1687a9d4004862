import { redirect } from 'react-router';
import { hasRole, type Role } from '#contract/roles.ts';
import { type Answer, call, type Failure } from '../api.ts';
import { browserPath } from '../language/language.ts';
import { updateStoredUser } from '../session.ts';
import { storedToken } from '../stored-session.ts';
import { createStore, useStore } from '../ui/store.ts';
import { showToast } from '../ui/toast.tsx';

/** The token for which the server confirmed admin rights since the panel was opened, and these rights. */
const confirmed = createStore<{ token: string; role: Role; maySetPrices: boolean } | null>(null);
let pendingCheck: { token: string; answer: Promise<Answer<'checkAdmin'>> } | null = null;

/**
 * Called first by every loader of the panel. It returns for admins with at least the role `least`, redirects lower roles to the
 * dashboard and everybody else to the home page (docs/behaviour/admin.md, 1). The server confirms the role once per visit
 * of the panel, and checks it again on every call. Returns the role; null while the server cannot be reached.
 */
export async function requireAdmin(least: Role = 'viewer'): Promise<Role | null> {
  const token = storedToken();
  if (token === null) throw redirect('/');
  if (token !== confirmed.get()?.token) await confirmRole(token);
  const role = confirmed.get()?.role ?? null;
  if (role !== null && !hasRole(role, least)) throw redirect('/admin');
  return role;
}

async function confirmRole(token: string): Promise<void> {
  // If the server cannot be reached, nothing is confirmed: the section shows its failure, and the next section checks
  // again.
  const answer = redirectIfDenied(await checkOnce(token));
  if (answer.success) confirmed.set({ token, role: answer.role, maySetPrices: answer.maySetPrices });
}

/** Calls checkAdmin. Loaders that run at the same time share one call. */
function checkOnce(token: string): Promise<Answer<'checkAdmin'>> {
  if (pendingCheck?.token === token) return pendingCheck.answer;
  const answer = call('checkAdmin', { quiet: true }).finally(() => {
    if (pendingCheck?.answer === answer) pendingCheck = null;
  });
  pendingCheck = { token, answer };
  return answer;
}

/**
 * Returns the answer, or redirects: to the home page if the user is not an admin (any more), to the security settings if they
 * need a second factor first.
 */
export function redirectIfDenied<Given extends { success: true }>(answer: Given | Failure): Given | Failure {
  if (handleDenial(answer)) throw redirect(lacksSecondFactor(answer) ? '/account/security' : '/');
  return answer;
}

/**
 * If the answer is a denial (not signed in any more, or without the rights), forgets the confirmed role and shows the message of a 403.
 * Returns whether it was one: then the caller has to leave the panel. Somebody who only has not given the password recently may stay.
 */
export function handleDenial(answer: { success: true } | Failure): boolean {
  if (answer.success || (answer.status !== 401 && answer.status !== 403) || answer.code === 'confirm') return false;
  confirmed.set(null);
  if (answer.status === 403) showDenial(answer.message);
  return true;
}

function lacksSecondFactor(answer: { success: true } | Failure): boolean {
  return !answer.success && answer.code === 'second-factor';
}

/** Runs when the user leaves the panel. The next visit checks the rights again. */
export function confirmAnewAfterLeaving(): void {
  // In development React's StrictMode also calls it while the panel stays open.
  if (!window.location.pathname.startsWith(browserPath('/admin'))) confirmed.set(null);
}

/** The role that the server has confirmed; null before it has. */
export function useRole(): Role | null {
  return useStore(confirmed, null)?.role ?? null;
}

/** Whether the user has at least this role, so that the panel offers what needs it. The server checks every call again. */
export function useHasRole(least: Role): boolean {
  return hasRole(useRole(), least);
}

/** Whether the user decides what pieces cost, so that the panel offers it. The server checks every call again. */
export function useMaySetPrices(): boolean {
  return useStore(confirmed, null)?.maySetPrices ?? false;
}

let isDenying = false;

/** Shows why a call was refused, only once if several calls are refused at the same time. */
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
