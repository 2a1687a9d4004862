import { setTimeout as pause } from 'node:timers/promises';
import { S3NetworkError, S3ServiceError } from 's3mini';
import { StoreAway, StoreRefuses } from './store-away.ts';

/** Milliseconds. */
export interface StorePatience {
  /** Until an answer begins, and until a small file is whole. */
  answer: number;
  /** Until any file is taken or given. */
  file: number;
  /** Before each further attempt at what failed quickly. */
  pauses: readonly number[];
}

/** A picture of 15 MB passes in time over 5 Mbit/s; whoever looks at a page waits for a picture no longer than for the page. */
export const storePatience: StorePatience = { answer: 5_000, file: 30_000, pauses: [100, 400] };

/**
 * `fetch` for the store's client, which waits for ever and tries once. What was refused at the door, cut off, or answered with
 * 429 or 5xx is tried again: every request can be repeated, as names are hashes of contents. What is slow is not. Throws StoreAway.
 */
export function patientFetch({ answer, file, pauses }: StorePatience): typeof fetch {
  return async (address, request) => {
    const patience = request?.body instanceof Blob ? file : answer;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt === pauses.length;
      const response = await answerTo(address, request, patience).catch((error: unknown) => {
        if (isLast || error instanceof StoreAway) throw error;
        return null;
      });
      if (response && (isLast || !isPassing(response.status))) return withItsBucket(response, request);
      await response?.body?.cancel();
      await pause(pauses[attempt]);
    }
  };
}

const isPassing = (status: number) => status === 429 || status >= 500;

async function answerTo(
  address: string | URL | Request,
  request: RequestInit | undefined,
  patience: number,
): Promise<Response> {
  const abort = new AbortController();
  const slow = new StoreAway(`the object store does not answer within ${patience} ms`);
  const timer = setTimeout(() => abort.abort(slow), patience);
  try {
    return await fetch(address, { ...request, signal: abort.signal });
  } finally {
    // The content of the answer has its own time.
    clearTimeout(timer);
  }
}

/** To the client a bucket that is gone looks like a file that is not there. */
async function withItsBucket(response: Response, request: RequestInit | undefined): Promise<Response> {
  if (response.status !== 404 || request?.method !== 'GET') return response;
  const text = await response.text();
  if (text.includes('<Code>NoSuchBucket</Code>')) throw new StoreRefuses('the object store answers 404 NoSuchBucket');
  return new Response(text, response);
}

/** What a request to the store threw, as StoreAway; other accidents, the disk's for one, as they are. */
export function asStoreAway(error: unknown): unknown {
  if (error instanceof S3ServiceError) {
    const Kind = isPassing(error.status) ? StoreAway : StoreRefuses;
    return new Kind(`the object store answers ${error.status} ${error.serviceCode ?? ''}`.trim());
  }
  // What `fetch` throws: a TypeError about what has a code, where it is about the network.
  const failed = error instanceof S3NetworkError ? error.cause : error;
  if (!(failed instanceof TypeError)) return error;
  const reason = codeOf(failed.cause) ?? (failed.cause instanceof Error ? failed.cause : failed).message;
  const Kind = mayPass.test(reason) ? StoreAway : StoreRefuses;
  return new Kind(`the object store cannot be reached: ${reason}`);
}

/** Of what is not among them, such as an unknown host or a certificate nobody signed, the address is to blame. */
const mayPass = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_AGAIN|UND_ERR|terminated)/;

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
