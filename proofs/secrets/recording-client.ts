import { apiBase } from '#contract/api.ts';
import type { ApiAnswer, CallOptions } from '#server/testing/api-client.ts';
import { createHttpClient } from '#server/testing/http-client.ts';

interface Options extends CallOptions {
  /** The answer goes to the owner of its secrets: it is not recorded. */
  isOwn?: boolean;
}

export type Call = (method: string, path: string, options?: Options) => Promise<ApiAnswer>;

/** Calls of the API at `address`. Keeps heads and bodies of answers, and apart from them the values of cookies. */
export function createRecordingClient(address: string): { call: Call; answers: Buffer[]; cookies: string[] } {
  const client = createHttpClient(address);
  const answers: Buffer[] = [];
  const cookies: string[] = [];
  const call: Call = async (method, path, { isOwn = false, ...options } = {}) => {
    const json = typeof options.body === 'string' && { 'content-type': 'application/json' };
    const headers = { ...json, ...options.headers };
    const answer = await client.request(method, apiBase + path, { ...options, headers });
    const { 'set-cookie': set, ...kept } = answer.headers;
    for (const cookie of [set ?? []].flat()) cookies.push(/=([^;]*)/.exec(cookie)?.[1] ?? '');
    if (!isOwn) answers.push(Buffer.from(JSON.stringify(kept)), answer.raw);
    return answer;
  };
  return { call, answers, cookies };
}
