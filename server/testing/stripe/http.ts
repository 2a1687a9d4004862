import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Account, apiVersion } from './account.ts';
import { type CallContext, type Route, routes } from './calls.ts';
import {
  internalError,
  keyRefused,
  refusedForGood,
  StripeFailure,
  tooManyRequests,
  wrongParameter,
} from './failures.ts';
import type { Asked, Call, Failure } from './fake-stripe.ts';
import { answerPage } from './hosted-page.ts';
import { parseForm } from './parameters.ts';

interface Answer {
  status: number;
  body: unknown;
}

export interface ApiServer {
  apiUrl: string;
  asked: Asked[];
  failNext(call: Call, how: Failure, times: number): void;
  close(): Promise<void>;
}

/** How long an answer is kept for its idempotency key. */
const keptSeconds = 24 * 60 * 60;

export interface ApiOptions {
  account: Account;
  secretKey: string;
  port: number;
  isDelivered: CallContext['isDelivered'];
  /** Called before each request: time may have passed. */
  catchUp(): void;
}

/** Listens on loopback and answers Stripe's API and its hosted page. */
export async function openApiServer(options: ApiOptions): Promise<ApiServer> {
  const api = new Api(options);
  const server = createServer((request, response) => {
    api.handle(request, response).catch(() => response.destroy());
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(options.port, '127.0.0.1', resolve);
  await promise;
  // A server that listens on a port has an address object, not the name of a pipe.
  api.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    apiUrl: api.apiUrl,
    asked: api.asked,
    failNext: (call, how, times) => api.failures.push(...Array.from({ length: times }, () => ({ call, how }))),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

class Api {
  apiUrl = '';
  readonly asked: Asked[] = [];
  readonly failures: { call: Call; how: Failure }[] = [];
  readonly #options: ApiOptions;
  /** The first answers by idempotency key; `answer` is null while the first request is being answered. */
  readonly #kept = new Map<string, { request: string; at: number; answer: Answer | null }>();

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { account, catchUp } = this.#options;
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe');
    const body = await text(request);
    catchUp();
    const sessionId = /^\/c\/pay\/(\w+)$/.exec(pathname)?.[1];
    if (sessionId !== undefined) {
      const choice = request.method === 'POST' ? (new URLSearchParams(body).get('choice') ?? '') : null;
      const answer = answerPage(account, sessionId, choice);
      if ('location' in answer) response.writeHead(303, { Location: answer.location }).end();
      else response.writeHead(answer.status, { 'Content-Type': 'text/html; charset=utf-8' }).end(answer.html);
      return;
    }
    const found = routes.find((route) => route.method === request.method && route.path.test(pathname));
    const refusal = this.#refusal(request, found, pathname);
    if (!found || refusal) return send(response, errorAnswer(refusal ?? internalError()));
    const id = decodeURIComponent(found.path.exec(pathname)?.[1] ?? '');
    const parameters = parseForm(request.method === 'GET' ? search.slice(1) : body);
    await this.#answer(found, { id, parameters, path: pathname, key: keyOf(request) }, response);
  }

  #refusal(request: IncomingMessage, route: Route | undefined, path: string): StripeFailure | null {
    const invalid = (status: number, message: string) =>
      new StripeFailure(status, { type: 'invalid_request_error', message });
    if (request.headers.authorization !== `Bearer ${this.#options.secretKey}`)
      return invalid(401, 'Invalid API Key provided');
    if (!route) return invalid(404, `Unrecognized request URL (${request.method}: ${path}).`);
    if (request.headers['stripe-version'] !== apiVersion)
      return invalid(400, `This fake knows the API version ${apiVersion} only`);
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    if (request.method === 'POST' && !isForm) return invalid(400, 'Bodies must be form-encoded');
    return null;
  }

  async #answer(route: Route, asked: AskedFor, response: ServerResponse): Promise<void> {
    const place = this.failures.findIndex(({ call }) => call === route.call);
    const [failure] = place < 0 ? [] : this.failures.splice(place, 1);
    const how = failure?.how;
    const entry: Asked = { call: route.call, idempotencyKey: asked.key, parameters: asked.parameters, status: null };
    this.asked.push(entry);
    if (how === 'drop before') return void response.destroy();
    if (how === '401' || how === '403') return send(response, errorAnswer(keyRefused(how === '401' ? 401 : 403)));
    if (how === '400') return send(response, errorAnswer(refusedForGood()));
    if (how === '429') return send(response, errorAnswer(tooManyRequests()));
    const answer = await this.#once(asked, async () => {
      if (typeof how === 'object' && 'startAfter' in how) await how.startAfter;
      if (how === '500 before') return errorAnswer(internalError());
      const own = this.#run(route, asked);
      return how === '500 after' ? { ...errorAnswer(internalError()), isKept: true } : own;
    });
    entry.status = answer.status;
    if (typeof how === 'object' && 'answerAfter' in how) await how.answerAfter;
    if (how === 'drop after') return void response.destroy();
    send(response, answer);
  }

  /** Returns the answer of `act`, or the kept answer if a request with this idempotency key came before. */
  async #once(asked: AskedFor, act: () => Promise<Answer & { isKept: boolean }>): Promise<Answer> {
    const { account } = this.#options;
    if (asked.key === null) return act();
    const request = JSON.stringify([asked.path, asked.parameters]);
    const kept = this.#kept.get(asked.key);
    if (kept && kept.at > account.now() - keptSeconds) {
      if (kept.request !== request) return errorAnswer(otherParameters(asked.key));
      return kept.answer ?? errorAnswer(inUse(asked.key));
    }
    const entry: { request: string; at: number; answer: Answer | null } = { request, at: account.now(), answer: null };
    this.#kept.set(asked.key, entry);
    const { isKept, ...answer } = await act();
    entry.answer = answer;
    if (!isKept) this.#kept.delete(asked.key);
    return answer;
  }

  #run(route: Route, { id, parameters, key }: AskedFor): Answer & { isKept: boolean } {
    const { account, isDelivered } = this.#options;
    const { expand: expanded = [], ...others } = parameters;
    account.idempotencyKey = key;
    try {
      const body: unknown = structuredClone(route.answer({ account, apiUrl: this.apiUrl, isDelivered }, others, id));
      for (const path of Array.isArray(expanded) ? expanded : []) expand(account, body, String(path).split('.'));
      return { status: 200, body, isKept: true };
    } catch (error) {
      if (error instanceof StripeFailure) return errorAnswer(error);
      throw error;
    } finally {
      account.idempotencyKey = null;
    }
  }
}

interface AskedFor {
  id: string;
  path: string;
  parameters: ReturnType<typeof parseForm>;
  /** The idempotency key. */
  key: string | null;
}

const keyOf = (request: IncomingMessage) => request.headers['idempotency-key']?.toString() ?? null;

const errorAnswer = ({ status, error, isKept }: StripeFailure) => ({ status, body: { error }, isKept });

const otherParameters = (key: string) =>
  new StripeFailure(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

const inUse = (key: string) =>
  new StripeFailure(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}.`,
  });

function send(response: ServerResponse, { status, body }: Answer): void {
  const headers = {
    'Content-Type': 'application/json',
    'Request-Id': 'req_fake',
    // The library must not repeat the request, because it would get the kept answer again.
    ...(status === 500 && { 'Stripe-Should-Retry': 'false' }),
  };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

/** Replaces the id at `path` by its object, e.g. `latest_charge` or `data.payment_intent`. */
function expand(account: Account, object: unknown, path: readonly string[]): void {
  if (Array.isArray(object)) for (const one of object) expand(account, one, path);
  const [name, ...rest] = path;
  if (!isRecord(object) || name === undefined) return;
  const id = String(object.id);
  if (name === 'line_items') object.line_items = listOf(account.sessions.get(id)?.lines ?? []);
  else if (name === 'refunds')
    object.refunds = listOf([...account.refunds.values()].filter(({ charge }) => charge === id).toReversed());
  else if (!(name in object)) throw wrongParameter('expand', `This property cannot be expanded (${name}).`);
  const value = object[name];
  if (typeof value === 'string')
    object[name] = structuredClone(
      account.intents.get(value) ?? account.charges.get(value) ?? account.refunds.get(value) ?? value,
    );
  expand(account, object[name], rest);
}

const listOf = (data: unknown[]) => ({ object: 'list', url: '', has_more: false, data: structuredClone(data) });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
