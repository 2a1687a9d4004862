import type { ApiAnswer } from '#server/testing/api-client.ts';
import type { HttpClient, Transfer } from '#server/testing/http-client.ts';

export type Answer = ApiAnswer & Transfer;

export const textOf = ({ raw, failure }: Answer): string => failure ?? raw.toString();
export const isGranted = ({ status }: Answer): boolean => status >= 200 && status < 300;

export function signIn(client: HttpClient, email: string, password: string, headers: Record<string, string> = {}) {
  return client.request('POST', '/api/auth', { headers, body: { mode: 'signin', email, password } });
}

/** Why this is no refusal as the contract has them; null where it is one. */
export function faultOf(answer: Answer, wanted: readonly number[]): string | null {
  const { status, headers, body } = answer;
  if (!wanted.includes(status))
    return `answered ${status} instead of ${wanted.join(' or ')}: ${textOf(answer).slice(0, 200)}`;
  if (body.success !== false || typeof body.message !== 'string') return `${status} without the contract's JSON`;
  if ((status === 429 || status === 503) && !headers['retry-after']) return `${status} without Retry-After`;
  return null;
}
