import { apiBase } from '#contract/api.ts';

export interface Answer {
  status: number;
  /** The JSON; null where the answer is none. */
  json: unknown;
  raw: Buffer;
}

interface CallOptions {
  token?: string;
  /** FormData and text go as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Answered to whom it belongs: not kept. */
  isOwn?: boolean;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/** Calls of the API at `address`, and what anybody but an owner was answered: head and body. */
export function createVisitor(address: string): { call: Call; answers: Buffer[]; cookies: string[] } {
  const answers: Buffer[] = [];
  const cookies: string[] = [];
  const call: Call = async (method, path, { token, body, headers, isOwn = false } = {}) => {
    const isAsItIs = body instanceof FormData || typeof body === 'string';
    const response = await fetch(`${address}${apiBase}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isAsItIs ? body : JSON.stringify(body) }),
    });
    const raw = Buffer.from(await response.arrayBuffer());
    for (const cookie of response.headers.getSetCookie()) cookies.push(/=([^;]*)/.exec(cookie)?.[1] ?? '');
    const kept = [...response.headers].filter(([name]) => name !== 'set-cookie').join('\n');
    if (!isOwn) answers.push(Buffer.from(kept), raw);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, raw, json: isJson ? JSON.parse(raw.toString()) : null };
  };
  return { call, answers, cookies };
}
