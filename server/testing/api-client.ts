import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type Api, api, apiBase, type EndpointName } from '#contract/api.ts';
import type { UnavailableListing } from '#contract/checkout.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import type { OutdatedRow } from '#contract/imports.ts';
import type { ListingConflict } from '#contract/listing-conflict.ts';
import { createPublishedContract, type PublishedContract } from './published-contract.ts';

/** A response; `body` is its parsed JSON, or {}. */
export interface ApiAnswer<Body = Partial<Failure>> {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
  raw: Buffer;
}

/** The fields of a failure. */
export interface Failure {
  success: boolean;
  message: string;
  requestId: string;
  issues: { path: string; message: string }[];
  unavailable: UnavailableListing[];
  conflicts: ListingConflict[];
  outdated: OutdatedRow[];
}

/** The fields of success and of failure. Tests check the status before they read the fields. */
type BodyOfReply<Name extends EndpointName> = FieldsOfReply<Name> & Failure;

/** The fields of success; if the reply is a union, those of all its parts. */
export type FieldsOfReply<Name extends EndpointName> = AllOf<ReplyOf<Api[Name]>>;

type AllOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
}

/** Calls a shop's API. `More` is what the transport adds to a response. */
export interface ApiClient<More = unknown> {
  /** Calls an endpoint of the contract. Throws where a successful JSON response differs from the contract's shape. */
  call<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<ApiAnswer<BodyOfReply<Name>> & More>;
  /** Sends any request unchanged. */
  request(method: string, path: string, options?: Omit<CallOptions, 'params'>): Promise<ApiAnswer & More>;
}

/** Returns a client of an app in this process, without a socket. It checks every response against the shop's OpenAPI document. */
export function createInjectedClient(app: FastifyInstance): ApiClient {
  return createApiClient(async (method, path, { query, body, token, headers } = {}) => {
    // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
    const answer = await app.inject({
      // The types of light-my-request name fewer methods than it accepts.
      method: method as 'GET',
      url: path,
      ...(query && { query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])) }),
      ...(body !== undefined && { payload: body as object }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    });
    const answered = { status: answer.statusCode, headers: answer.headers, raw: answer.rawPayload };
    publishedContract ??= readPublishedContract(app);
    (await publishedContract).check({ method, path, ...answered });
    return answered;
  });
}

/** Shared by all tests of a worker, so that its schemas are compiled once. */
let publishedContract: Promise<PublishedContract> | undefined;

async function readPublishedContract(app: FastifyInstance): Promise<PublishedContract> {
  // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
  const answer = await app.inject({ method: 'GET', url: `${apiBase}/openapi.json` });
  return createPublishedContract(answer.json());
}

interface BareAnswer {
  status: number;
  headers: ApiAnswer['headers'];
  raw: Buffer;
}

/** Returns a client that sends requests with `send`. */
export function createApiClient<More>(
  send: (method: string, path: string, options?: Omit<CallOptions, 'params'>) => Promise<BareAnswer & More>,
): ApiClient<More> {
  const request: ApiClient<More>['request'] = async (method, path, options) => {
    const answer = await send(method, path, options);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { ...answer, body: isJson && answer.raw.length > 0 ? JSON.parse(decompress(answer).toString()) : {} };
  };
  return {
    request,
    async call<Name extends EndpointName>(name: Name, { params = {}, ...options }: CallOptions = {}) {
      const row: Endpoint = api[name];
      const answer = await request(row.method, pathOf(name, params), options);
      if (answer.status > 0 && answer.status < 300) checkReply(name, row, answer);
      // A success was checked against the schema above; a failure has the fields of Failure.
      return answer as ApiAnswer<BodyOfReply<Name>> & More;
    },
  };
}

/** Returns the decompressed body. Throws where it does not match its Content-Encoding. */
export function decompress({ headers, raw }: { headers: Readonly<Record<string, unknown>>; raw: Buffer }): Buffer {
  if (raw.length === 0) return raw;
  if (headers['content-encoding'] === 'gzip') return gunzipSync(raw);
  return headers['content-encoding'] === 'br' ? brotliDecompressSync(raw) : raw;
}

/** Returns the path of an endpoint with its parameters filled in. */
export function pathOf(name: EndpointName, params: Record<string, string> = {}): string {
  return (
    apiBase + api[name].path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? 'missing'))
  );
}

/** Throws unless a successful body has exactly the fields of its schema, at every depth. */
export function checkReply(name: string, row: Endpoint, { body }: Pick<ApiAnswer<unknown>, 'body'>): void {
  if (typeof row.reply === 'string') return;
  const { success, ...fields } = (body ?? {}) as Record<string, unknown>;
  const parsed = row.reply.safeParse(fields);
  if (!parsed.success || success !== true) throw new Error(`${name} breaks its contract: ${parsed.error?.message}`);
  // Parsing drops fields that the schema does not name.
  if (!isDeepStrictEqual(parsed.data, fields))
    throw new Error(
      `${name} returns fields that its contract does not name: ${unknownFields(fields, parsed.data).join(', ')}`,
    );
}

/** The paths of the fields of `answered` that `parsed` lacks, e.g. `order.total`. */
function unknownFields(answered: unknown, parsed: unknown): string[] {
  if (!(answered instanceof Object && parsed instanceof Object)) return [];
  const known = new Map(Object.entries(parsed));
  return Object.entries(answered).flatMap(([key, value]) =>
    known.has(key) ? unknownFields(value, known.get(key)).map((inner) => `${key}.${inner}`) : [key],
  );
}
