import { t } from '@lingui/core/macro';
import type { z } from 'zod';
import type { Api, EndpointName } from '#contract/api.ts';
import type { UnavailableListing } from '#contract/checkout.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { OutdatedRow } from '#contract/imports.ts';
import type { ListingConflict } from '#contract/listing-conflict.ts';
import type { UndeclaredListing } from '#contract/parcel-papers.ts';
import { apiRoutes } from './api-routes.ts';
import type { EveryRoute, PublicEndpoint } from './every-route.ts';
import { language } from './language/language.ts';
import { forgetSession, storedSession, storedToken } from './stored-session.ts';

/** The base address of the API. */
const base = '/api';

export interface Failure {
  success: false;
  /** The HTTP status; 0 if there was no response. */
  status: number;
  /** Text for people: the server's message, else a generic one. Empty only for an `authenticate` refused without a message. */
  message: string;
  /** The server's message for each invalid field, by its path. */
  fields?: Readonly<Record<string, string>>;
  unavailable?: UnavailableListing[];
  conflicts?: ListingConflict[];
  /** Pieces that customs need to know more about. */
  missing?: UndeclaredListing[];
  /** Rows of an import whose pieces were changed since the dry run. */
  outdated?: OutdatedRow[];
  /** Another order of the same buyer. The server refused because the payment of that order is not finished. */
  orderId?: string;
  requestId?: string;
  /**
   * `confirm`: the user has to enter the password again first. `second-factor`: the admin has to set up a second factor
   * first.
   */
  code?: 'confirm' | 'second-factor';
}

export type Answer<Name extends EndpointName> = ({ success: true } & ReplyOf<Api[Name]>) | Failure;

type RequestPart<Name extends EndpointName, Part extends 'params' | 'query' | 'body'> = Api[Name] extends {
  readonly [Key in Part]: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : never;

/** Query values may be numbers, which are sent as text. */
type QueryInput<Query> = { [Key in keyof Query]: Query[Key] | (string extends Query[Key] ? number : never) };

type CallRequest<Name extends EndpointName> = ([RequestPart<Name, 'params'>] extends [never]
  ? unknown
  : { params: RequestPart<Name, 'params'> }) &
  ([RequestPart<Name, 'query'>] extends [never] ? unknown : { query?: QueryInput<RequestPart<Name, 'query'>> }) &
  ([RequestPart<Name, 'body'>] extends [never] ? unknown : { body: RequestPart<Name, 'body'> }) &
  (Api[Name] extends { readonly upload: unknown } ? { form: FormData } : unknown) &
  Options;

interface Options {
  /** One key for each action that must not happen twice; a retry uses the same key. */
  idempotencyKey?: string;
  /** For background calls: no dialog opens. An invalid session is forgotten, and a refusal that asks for the password is returned. */
  quiet?: boolean;
  /** The request continues after the page is closed. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Used instead of fetch, e.g. for upload progress. */
  transport?: typeof fetch;
}

type Arguments<Name extends EndpointName> =
  Options extends CallRequest<Name> ? [request?: CallRequest<Name>] : [request: CallRequest<Name>];

/**
 * Calls an endpoint. Never throws: a failure is returned, with a message for people. After a 401 the sign-in dialog opens,
 * and the call is repeated once the same person has signed in (docs/behaviour/accounts.md, 9). If the endpoint needs a
 * recent password, a dialog asks for it, and the call is repeated.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[request]: Arguments<Name>
): Promise<Answer<Name>> {
  const response = await send(name, request);
  if (!(response instanceof Response)) return response;
  const reply = await readJson(response);
  if (!response.ok || reply?.success !== true) return failureOf(name, response.status, reply);
  // The server builds the reply from this endpoint's row of the contract.
  return reply as Answer<Name>;
}

type FileName = {
  [Name in EndpointName]: Api[Name]['reply'] extends 'pdf' | 'csv' | 'file' | 'document' ? Name : never;
}[EndpointName];

/** Calls an endpoint that returns a file, for example an invoice or the export of an account. Never throws. */
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

/** Milliseconds that this browser's clock is behind the server's, accurate to a second. Undefined before the first response. */
let clockLag: number | undefined;

/** The server's time in epoch milliseconds, which decides when holds expire; the browser's time before the first response. */
export function serverNow(): number {
  return Date.now() + (clockLag ?? 0);
}

/** Makes a call if there was no response yet, so that `serverNow` is exact. A page rendered on the server may have made none. */
export async function syncServerTime(): Promise<void> {
  if (clockLag === undefined) await call('getHealth', { quiet: true });
}

type Recovery = (email: string) => Promise<boolean>;
let askToSignIn: Recovery = async () => false;

/** Sets the function that opens the sign-in dialog after a 401. It resolves to true if the same person has signed in. */
export function setSessionRecovery(recover: Recovery): void {
  askToSignIn = recover;
}

let askToConfirm: () => Promise<boolean> = async () => false;

/** Sets the function that asks for the password of the session. It resolves to true if the right one was given. */
export function setIdentityConfirmation(confirm: () => Promise<boolean>): void {
  askToConfirm = confirm;
}

interface AnyRequest extends Options {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  form?: FormData;
}

async function send(name: EndpointName, request: AnyRequest = {}): Promise<Response | Failure> {
  const response = await sendInSession(name, request);
  if (request.quiet || !(await needsConfirmation(response)) || !(await askToConfirm())) return response;
  return sendInSession(name, request);
}

async function needsConfirmation(response: Response | Failure): Promise<boolean> {
  if (!(response instanceof Response) || response.status !== 403) return false;
  return (await readJson(response.clone()))?.code === 'confirm';
}

async function sendInSession(name: EndpointName, request: AnyRequest): Promise<Response | Failure> {
  const token = storedToken();
  const email = storedSession()?.email ?? '';
  const first = await fetchOnce(name, request, token);
  if (!(first instanceof Response) || first.status !== 401 || token === null || name === 'authenticate') return first;
  if (storedToken() === token) forgetSession();
  if (storedToken() === null && (request.quiet || !(await askToSignIn(email)))) return first;
  // Repeat the call only if the same person has signed in again, here or in another tab.
  return storedToken() !== null && storedSession()?.email === email ? fetchOnce(name, request, storedToken()) : first;
}

/** Endpoints whose replies contain texts of listings. These are requested in the language of the page. */
const endpointsWithListings: readonly EndpointName[] = [
  'getListing',
  'listPieces',
  'getCart',
  'addToCart',
  'removeFromCart',
  'listSaved',
  'listWaiting',
  'listAlerts',
  'openPrivateLink',
  'takePrivateOffer',
];

function queryOf(name: EndpointName, { query }: AnyRequest): AnyRequest['query'] {
  return language !== 'en' && endpointsWithListings.includes(name) ? { ...query, language } : query;
}

async function fetchOnce(name: EndpointName, request: AnyRequest, token: string | null): Promise<Response | Failure> {
  // The language of the page, not that of the browser: the server's messages are shown on the page.
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': language });
  if (!request.form) headers.set('Content-Type', 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (request.idempotencyKey) headers.set('Idempotency-Key', request.idempotencyKey);
  try {
    const [method, path] = await routeOf(name);
    const response = await (request.transport ?? fetch)(
      base + fillPath(path, request.params) + searchOf(queryOf(name, request)),
      {
        method,
        headers,
        body: request.form ?? (request.body === undefined ? null : JSON.stringify(request.body)),
        keepalive: request.keepalive ?? false,
        signal: request.signal ?? null,
      },
    );
    const serverTime = Date.parse(response.headers.get('Date') ?? '');
    if (!Number.isNaN(serverTime)) clockLag = serverTime - Date.now();
    return response;
  } catch (thrown) {
    return networkFailure(thrown);
  }
}

async function routeOf(name: EndpointName): Promise<EveryRoute[EndpointName]> {
  if (isPublic(name)) return apiRoutes[name];
  return (await import('./admin-routes.ts')).adminRoutes[name];
}

const isPublic = (name: EndpointName): name is PublicEndpoint => name in apiRoutes;

function fillPath(path: string, params: AnyRequest['params']): string {
  return path.replace(/:(\w+)/g, (whole, key: string) => encodeURIComponent(params?.[key] ?? whole));
}

function searchOf(query: AnyRequest['query']): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  return search.size > 0 ? `?${search}` : '';
}

interface Reply extends Partial<Omit<Failure, 'success' | 'fields'>> {
  success?: unknown;
  issues?: { path: string; message: string }[];
}

/** Reads the body as JSON. Null if it is not JSON; `{}` if it is not an object. */
async function readJson(response: Response): Promise<Reply | null> {
  try {
    const reply: unknown = await response.json();
    // The fields of a failure are defined by the contract (docs/behaviour/api.md, 2); all are optional here.
    return typeof reply === 'object' && reply !== null ? (reply as Reply) : {};
  } catch {
    return null;
  }
}

function failureOf(name: EndpointName, status: number, reply: Reply | null): Failure {
  const message =
    typeof reply?.message === 'string' && reply.message !== ''
      ? reply.message
      : genericFailure(name, status, reply !== null);
  const failure = { ...reply, success: false, status, message } as const;
  if (!reply?.issues?.length) return failure;
  // Reversed, so that the first message of each field is kept.
  const fields = Object.fromEntries(reply.issues.toReversed().map((issue) => [issue.path, issue.message]));
  return { ...failure, fields };
}

function networkFailure(thrown: unknown): Failure {
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { success: false, status: 0, message: t`Network error: ${detail}` };
}

function genericFailure(name: EndpointName, status: number, isJson: boolean): string {
  const isSuccess = status < 400;
  if (isSuccess && !isJson) return t`Network error: ${status}`;
  // The form has its own message for a sign-in and for a registration.
  if (isSuccess && name === 'authenticate') return '';
  if (name === 'getListing' && status === 404) return t`Listing not found`;
  return genericFailures[name] ?? (isJson ? t`Server error: ${status}` : t`Network error: ${status}`);
}

/** Messages for failures without a message of the server. Endpoints that are not listed show the status. */
const genericFailures: Partial<Record<EndpointName, string>> = {
  signOut: t`Logout failed`,
  updateProfile: t`Failed to update profile`,
  listListings: t`Failed to fetch listings`,
  listListingsAsAdmin: t`Failed to fetch listings`,
  listPieces: t`Failed to fetch pieces`,
  getListing: t`Failed to fetch listing`,
  getCart: t`Failed to fetch cart`,
  addToCart: t`Failed to add to cart`,
  removeFromCart: t`Failed to remove from cart`,
  clearCart: t`Failed to clear cart`,
  listOrders: t`Failed to fetch order history`,
  listOrdersAsAdmin: t`Failed to fetch orders`,
  createOrder: t`Failed to create order`,
  updateOrder: t`Failed to update order`,
  createCheckout: t`Checkout failed`,
  confirmPayment: t`Payment confirmation failed`,
  getOrder: t`Failed to fetch order details`,
  getOrderAsAdmin: t`Failed to fetch order details`,
  getDashboard: t`Failed to fetch dashboard data`,
  deleteUser: t`Failed to delete user`,
  listUsers: t`Failed to fetch users`,
  setAdmin: t`Failed to update admin status`,
  setRole: t`Failed to change the role`,
  listStaff: t`Failed to fetch the staff`,
  listActiveUsers: t`Failed to fetch active users`,
  getSales: t`Failed to fetch sales data`,
  addUser: t`Failed to add user`,
  updateProduct: t`Failed to update product`,
  deleteProduct: t`Failed to delete product`,
  openInvoice: t`Failed to download invoice`,
  downloadInvoice: t`Failed to download invoice`,
  uploadImages: t`Failed to upload images`,
  uploadLogo: t`Failed to upload logo`,
  removeLogo: t`Failed to remove logo`,
  getLogo: t`Failed to fetch logo`,
};
