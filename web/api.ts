import type { z } from 'zod';
import type { Api, EndpointName } from '#contract/api.ts';
import type { UnavailablePiece } from '#contract/checkout.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { apiRoutes } from './api-routes.ts';
import { forgetSession, storedSession, storedToken } from './stored-session.ts';

/** Where the API is: another address here, and every call goes there. */
const base = '/api';

export interface Failure {
  success: false;
  /** 0 when there was no answer at all. */
  status: number;
  /** For people: the server's words, else those of SPEC.md §8. */
  message: string;
  issues?: { path: string; message: string }[];
  unavailable?: UnavailablePiece[];
  requestId?: string;
}

export type Answer<Name extends EndpointName> = ({ success: true } & ReplyOf<Api[Name]>) | Failure;

type Sent<Name extends EndpointName, Part extends 'params' | 'query' | 'body'> = Api[Name] extends {
  readonly [Key in Part]: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : never;

/** A query may hold numbers: they are written as text. */
type Written<Query> = { [Key in keyof Query]: Query[Key] | (string extends Query[Key] ? number : never) };

type CallRequest<Name extends EndpointName> = ([Sent<Name, 'params'>] extends [never]
  ? unknown
  : { params: Sent<Name, 'params'> }) &
  ([Sent<Name, 'query'>] extends [never] ? unknown : { query?: Written<Sent<Name, 'query'>> }) &
  ([Sent<Name, 'body'>] extends [never] ? unknown : { body: Sent<Name, 'body'> }) &
  (Api[Name] extends { readonly upload: unknown } ? { form: FormData } : unknown) &
  Options;

interface Options {
  /** One per thing that must not happen twice; the same again when the same is tried again. */
  idempotencyKey?: string;
  /** In the background: a dead session is forgotten without asking to sign in again. */
  quiet?: boolean;
  /** Outlives the page. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Instead of fetch: for an upload that says how far it is. */
  transport?: typeof fetch;
}

type Arguments<Name extends EndpointName> =
  Options extends CallRequest<Name> ? [request?: CallRequest<Name>] : [request: CallRequest<Name>];

/**
 * Asks the server. Never throws: what went wrong is an answer, too, with words that can be shown (SPEC.md §8).
 * A session that died meanwhile is asked for again by the sign-in dialog, and the call goes on after it.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[request]: Arguments<Name>
): Promise<Answer<Name>> {
  const response = await send(name, request);
  if (!(response instanceof Response)) return response;
  const reply = await readJson(response);
  if (!response.ok || reply?.success !== true) return failureOf(name, response.status, reply);
  // The server built it from this endpoint's row of the contract.
  return reply as Answer<Name>;
}

type FileName = { [Name in EndpointName]: Api[Name]['reply'] extends 'pdf' | 'document' ? Name : never }[EndpointName];

/** An answer that is a file: an invoice, or one's own records. Never throws. */
export async function callForFile<Name extends FileName>(
  name: Name,
  ...[request]: Arguments<Name>
): Promise<{ success: true; file: Blob } | Failure> {
  const response = await send(name, request);
  if (!(response instanceof Response)) return response;
  if (!response.ok) return failureOf(name, response.status, await readJson(response));
  try {
    return { success: true, file: await response.blob() };
  } catch (thrown) {
    return networkFailure(thrown);
  }
}

/** Milliseconds this browser's clock is behind the server's, to the second. */
let clockLag = 0;

/** Epoch milliseconds as the server counts them: holds run by its clock. */
export function serverNow(): number {
  return Date.now() + clockLag;
}

type Recovery = (email: string) => Promise<boolean>;
let askToSignIn: Recovery = async () => false;

/** Who asks a person to sign in again; answers whether the same person did. */
export function recoverSessionsBy(recovery: Recovery): void {
  askToSignIn = recovery;
}

interface AnyRequest extends Options {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  form?: FormData;
}

async function send(name: EndpointName, given: AnyRequest | undefined): Promise<Response | Failure> {
  const request = given ?? {};
  const token = storedToken();
  const email = storedSession()?.email ?? '';
  const first = await fetchOnce(name, request, token);
  if (!(first instanceof Response) || first.status !== 401 || token === null || name === 'authenticate') return first;
  if (storedToken() === token) forgetSession();
  if (storedToken() === null && (request.quiet || !(await askToSignIn(email)))) return first;
  // Signed in again, here or in another tab: for the same person it goes on.
  return storedToken() !== null && storedSession()?.email === email ? fetchOnce(name, request, storedToken()) : first;
}

async function fetchOnce(name: EndpointName, request: AnyRequest, token: string | null): Promise<Response | Failure> {
  const [method, path] = apiRoutes[name];
  const headers = new Headers({ Accept: 'application/json' });
  if (!request.form) headers.set('Content-Type', 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (request.idempotencyKey) headers.set('Idempotency-Key', request.idempotencyKey);
  try {
    const response = await (request.transport ?? fetch)(base + fill(path, request.params) + searchOf(request.query), {
      method,
      headers,
      body: request.form ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      keepalive: request.keepalive ?? false,
      signal: request.signal ?? null,
    });
    const serverTime = Date.parse(response.headers.get('Date') ?? '');
    if (!Number.isNaN(serverTime)) clockLag = serverTime - Date.now();
    return response;
  } catch (thrown) {
    return networkFailure(thrown);
  }
}

function fill(path: string, params: AnyRequest['params']): string {
  return path.replace(/:(\w+)/g, (whole, key: string) => encodeURIComponent(params?.[key] ?? whole));
}

function searchOf(query: AnyRequest['query']): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  return search.size > 0 ? `?${search}` : '';
}

type Reply = Partial<Omit<Failure, 'success'>> & { success?: unknown };

async function readJson(response: Response): Promise<Reply | null> {
  try {
    const reply: unknown = await response.json();
    // What a failure carries is the contract's (Ground rules); everything of it is optional here.
    return typeof reply === 'object' && reply !== null ? (reply as Reply) : null;
  } catch {
    return null;
  }
}

function failureOf(name: EndpointName, status: number, reply: Reply | null): Failure {
  const words =
    typeof reply?.message === 'string' && reply.message !== '' ? reply.message : genericFailure(name, status);
  return { ...reply, success: false, status, message: words };
}

function networkFailure(thrown: unknown): Failure {
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { success: false, status: 0, message: `Network error: ${detail}` };
}

function genericFailure(name: EndpointName, status: number): string {
  if (name === 'getListing' && status === 404) return 'Listing not found';
  return genericFailures[name] ?? `Server error: ${status}`;
}

/** SPEC.md §8, Client generic failures: where the server had no words. Calls it does not name say the status. */
const genericFailures: Partial<Record<EndpointName, string>> = {
  signOut: 'Logout failed',
  updateProfile: 'Failed to update profile',
  listListings: 'Failed to fetch listings',
  getListing: 'Failed to fetch listing',
  getCart: 'Failed to fetch cart',
  addToCart: 'Failed to add to cart',
  removeFromCart: 'Failed to remove from cart',
  clearCart: 'Failed to clear cart',
  listOrders: 'Failed to fetch order history',
  listOrdersAsAdmin: 'Failed to fetch orders',
  createOrder: 'Failed to create order',
  updateOrder: 'Failed to update order',
  createCheckout: 'Checkout failed',
  confirmPayment: 'Payment confirmation failed',
  getOrder: 'Failed to fetch order details',
  getOrderAsAdmin: 'Failed to fetch order details',
  getDashboard: 'Failed to fetch dashboard data',
  deleteUser: 'Failed to delete user',
  listUsers: 'Failed to fetch users',
  setAdmin: 'Failed to update admin status',
  listActiveUsers: 'Failed to fetch active users',
  getSales: 'Failed to fetch sales data',
  addUser: 'Failed to add user',
  updateProduct: 'Failed to update product',
  deleteProduct: 'Failed to delete product',
  openInvoice: 'Failed to download invoice',
  downloadInvoice: 'Failed to download invoice',
  uploadImages: 'Failed to upload images',
  uploadLogo: 'Failed to upload logo',
  removeLogo: 'Failed to remove logo',
  getLogo: 'Failed to fetch logo',
};
