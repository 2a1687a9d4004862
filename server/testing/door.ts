import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type Api, api, apiBase, type EndpointName } from '#contract/api.ts';
import type { UnavailablePiece } from '#contract/checkout.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';

/** An answer as a caller sees it; `body` is the JSON. */
export interface DoorAnswer<Body = Partial<Failure>> {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
  raw: Buffer;
}

/** What rides on a failure (CONTRACT.md, Ground rules). */
export interface Failure {
  success: boolean;
  message: string;
  requestId: string;
  issues: { path: string; message: string }[];
  unavailable: UnavailablePiece[];
}

/** Both faces of an answer: which one it is, its status says, and a test asserts that first. */
type BodyOfReply<Name extends EndpointName> = ReplyOf<Api[Name]> & Failure;

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
}

export interface Door {
  /** Calls an endpoint of the contract; a successful JSON answer must have exactly the shape the contract says. */
  call<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<DoorAnswer<BodyOfReply<Name>>>;
  /** Any request at all, as it stands. */
  request(method: string, path: string, options?: Omit<CallOptions, 'params'>): Promise<DoorAnswer>;
}

export function createDoor(app: FastifyInstance): Door {
  const request: Door['request'] = async (method, path, { query, body, token, headers } = {}) => {
    // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
    const answer = await app.inject({
      // light-my-request's list of methods is narrower than HTTP's.
      method: method as 'GET',
      url: path,
      ...(query && { query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])) }),
      ...(body !== undefined && { payload: body as object }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json<Partial<Failure>>() : {},
      headers: answer.headers,
      raw: answer.rawPayload,
    };
  };
  return {
    request,
    async call<Name extends EndpointName>(name: Name, { params = {}, ...options }: CallOptions = {}) {
      const row: Endpoint = api[name];
      const path =
        apiBase + row.path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? 'missing'));
      const answer = await request(row.method, path, options);
      if (answer.status < 300) checkReply(name, row, answer);
      // A success was checked against the reply's schema just above; a failure has Failure's fields.
      return answer as DoorAnswer<BodyOfReply<Name>>;
    },
  };
}

/** Throws unless a success is just what the contract says: nothing missing, and not a field more, however deep. */
export function checkReply(name: string, row: Endpoint, { body }: Pick<DoorAnswer<unknown>, 'body'>): void {
  if (typeof row.reply === 'string') return;
  const { success, ...fields } = (body ?? {}) as Record<string, unknown>;
  const parsed = row.reply.safeParse(fields);
  if (!parsed.success || success !== true) throw new Error(`${name} broke its contract: ${parsed.error?.message}`);
  // Parsing leaves out what the schema does not name.
  if (!isDeepStrictEqual(parsed.data, fields))
    throw new Error(`${name} answers what its contract does not say: ${unknownFields(fields, parsed.data).join(', ')}`);
}

function unknownFields(answered: unknown, said: unknown): string[] {
  if (!(answered instanceof Object && said instanceof Object)) return [];
  const known = new Map(Object.entries(said));
  return Object.entries(answered).flatMap(([key, value]) =>
    known.has(key) ? unknownFields(value, known.get(key)).map((inner) => `${key}.${inner}`) : [key],
  );
}
