import { redirect } from 'react-router';
import type { OwnSession, Profile } from '#contract/accounts.ts';
import type { Order, OrderDetails } from '#contract/orders.ts';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { call, type Failure } from '../api.ts';
import { storedSession, storedToken } from '../stored-session.ts';
import { showToast } from '../ui/toast.tsx';
import { type AccountTab, tabAddress } from './account-tabs.tsx';

export const ordersPerPage = 10;

export interface OrderPage {
  orders: Order[];
  /** Number of orders on all pages. */
  total: number;
  /** Page number, from 1. */
  page: number;
  /** The order of the `?order=` parameter, or the failure if it cannot be loaded. */
  opened: OrderDetails | Failure | null;
}

export type AccountView = { profile: Profile } & (
  | { tab: 'orders'; history: OrderPage }
  | { tab: 'profile' | 'payment' | 'admin' }
  | { tab: 'security'; sessions: OwnSession[]; secondFactor: SecondFactorState | null }
);

/**
 * Loads the content of a tab. Redirects to the home page without a token, or if the profile or the tab cannot be loaded
 * (docs/behaviour/pages.md, 10). If only the order of `?order=` cannot be loaded, `opened` is the failure.
 */
export async function loadAccount(tab: AccountTab, search: URLSearchParams): Promise<AccountView> {
  if (storedToken() === null) throw redirect('/');
  const [answer, content] = await Promise.all([call('getProfile', { quiet: true }), loadTab(tab, search)]);
  if (!answer.success) throw redirectHome(answer);
  if (tab === 'admin' && !answer.user.isAdmin) throw redirect(tabAddress('orders'));
  return { profile: answer.user, ...content };
}

async function loadTab(tab: AccountTab, search: URLSearchParams) {
  if (tab === 'orders') return { tab, history: await loadOrders(search) };
  if (tab === 'security') {
    const [sessions, secondFactor] = await Promise.all([loadSessions(), loadSecondFactor()]);
    return { tab, sessions, secondFactor };
  }
  return { tab };
}

async function loadOrders(search: URLSearchParams): Promise<OrderPage> {
  const page = pageOf(search.get('page'));
  const [answer, opened] = await Promise.all([
    call('listOrders', { query: { page, pageSize: ordersPerPage }, quiet: true }),
    loadOpenedOrder(search.get('order')),
  ]);
  if (!answer.success) throw redirectHome(answer);
  const last = Math.max(1, Math.ceil(answer.total / ordersPerPage));
  if (page > last) throw redirect(last === 1 ? tabAddress('orders') : `${tabAddress('orders')}?page=${last}`);
  return { orders: answer.orders, total: answer.total, page, opened };
}

async function loadOpenedOrder(id: string | null): Promise<OrderPage['opened']> {
  if (id === null || id === '') return null;
  const answer = await call('getOrder', { params: { id }, quiet: true });
  return answer.success ? answer.order : answer;
}

async function loadSessions(): Promise<OwnSession[]> {
  const answer = await call('listSessions', { quiet: true });
  if (!answer.success) throw redirectHome(answer);
  return answer.sessions;
}

/** The second factors of an admin; null for customers, and for an admin whose rights were revoked. */
async function loadSecondFactor(): Promise<SecondFactorState | null> {
  if (!storedSession()?.isAdmin) return null;
  const answer = await call('getSecondFactor', { quiet: true });
  if (answer.success) return answer;
  if (answer.status === 403) return null;
  throw redirectHome(answer);
}

function pageOf(written: string | null): number {
  return written !== null && /^[1-9]\d{0,5}$/.test(written) ? Number(written) : 1;
}

/** The redirect to the home page, for the caller to throw. Shows the reason, unless the user is only not signed in any more. */
function redirectHome(failure: Failure): Response {
  if (failure.status !== 401) showToast({ tone: 'failed', text: failure.message });
  return redirect('/');
}
