import { setTimeout as pause } from 'node:timers/promises';
import { S3NetworkError, S3ServiceError } from 's3mini';
import { ObjectStoreMisconfigured, ObjectStoreUnavailable } from './object-store-errors.ts';

/** Milliseconds. */
export interface StoreTimeouts {
  /** The longest wait until a response begins, and until a small file is complete. */
  response: number;
  /** The longest time to send or receive a file. For a large file it is the time at the speed `slowestLine`, if that is longer. */
  file: number;
  /** The delay before each retry of a request that failed quickly; one retry for each entry. */
  retryDelays: readonly number[];
}

/** `file` is enough to send 15 MB at 5 Mbit/s. A page waits for a picture no longer than `response`. */
export const defaultStoreTimeouts: StoreTimeouts = { response: 5_000, file: 30_000, retryDelays: [100, 400] };

/** Milliseconds that sending or receiving this many bytes may take. `file`: see StoreTimeouts. */
export const timeoutOfFile = (bytes: number, file: number): number => Math.max(file, Math.ceil(bytes / slowestLine));

/**
 * The slowest connection to the store that the timeouts allow for, bytes per millisecond. At this speed three attempts to send the
 * largest file, 5 GB, end before another process replaces a nightly backup.
 */
const slowestLine = 1_000;

/**
 * A `fetch` with timeouts and retries, which the S3 client lacks. Repeats requests that failed to connect, were cut off, or were
 * answered with 429 or 5xx; every request may be repeated, because it stores the same content under the same name again. Does not
 * repeat requests that timed out: throws ObjectStoreUnavailable. When the last attempt fails to connect, throws the error of
 * `fetch`, which `toStoreError` converts.
 */
export function createRetryingFetch({ response, file, retryDelays }: StoreTimeouts): typeof fetch {
  return async (address, request) => {
    const body = request?.body;
    const timeout = body instanceof Blob ? timeoutOfFile(body.size, file) : response;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt === retryDelays.length;
      const answer = await fetchWithin(timeout, address, request).catch((error: unknown) => {
        if (isLast || error instanceof ObjectStoreUnavailable) throw error;
        return null;
      });
      if (answer && (isLast || !isTemporary(answer.status))) return requireBucket(answer, request);
      await answer?.body?.cancel();
      await pause(retryDelays[attempt]);
    }
  };
}

const isTemporary = (status: number) => status === 429 || status >= 500;

async function fetchWithin(
  timeout: number,
  address: string | URL | Request,
  request: RequestInit | undefined,
): Promise<Response> {
  const abort = new AbortController();
  const tooSlow = new ObjectStoreUnavailable(`the object store does not answer within ${timeout} ms`);
  const timer = setTimeout(() => abort.abort(tooSlow), timeout);
  try {
    return await fetch(address, { ...request, signal: abort.signal });
  } finally {
    // The timeout is for the headers only. Reading the content has its own.
    clearTimeout(timer);
  }
}

/** Throws if the bucket does not exist. The S3 client cannot tell that from a file that does not exist. */
async function requireBucket(answer: Response, request: RequestInit | undefined): Promise<Response> {
  if (answer.status !== 404 || request?.method !== 'GET') return answer;
  const text = await answer.text();
  if (text.includes('<Code>NoSuchBucket</Code>'))
    throw new ObjectStoreMisconfigured('the object store answers 404 NoSuchBucket');
  return new Response(text, answer);
}

/** Converts what a request to the store threw. Errors that have nothing to do with the store are returned as they are. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof S3ServiceError) {
    const Kind = isTemporary(error.status) ? ObjectStoreUnavailable : ObjectStoreMisconfigured;
    return new Kind(`the object store answers ${error.status} ${error.serviceCode ?? ''}`.trim());
  }
  // For network errors `fetch` throws a TypeError, and the code is on its cause.
  const failed = error instanceof S3NetworkError ? error.cause : error;
  if (!(failed instanceof TypeError)) return error;
  const reason = codeOf(failed.cause) ?? (failed.cause instanceof Error ? failed.cause : failed).message;
  const Kind = temporaryReasons.test(reason) ? ObjectStoreUnavailable : ObjectStoreMisconfigured;
  return new Kind(`the object store cannot be reached: ${reason}`);
}

/** Other reasons, such as an unknown host or an untrusted certificate, mean that the address is wrong. */
const temporaryReasons = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_AGAIN|UND_ERR|terminated)/;

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
