import { type Answer, faultsOf, type Secrets } from './judge.ts';
import { learn, type Memory } from './memory.ts';
import type { FuzzRequest } from './requests.ts';

/** Counts and violations of a run. */
export type Results = ReturnType<typeof createResults>;

export const createResults = (judgesTime: boolean) => ({
  judgesTime,
  requests: 0,
  /** Milliseconds of the slowest answer. */
  slowest: 0,
  /** Answers that took too long. */
  overdue: 0,
  /** By the first digit of their status. */
  answersByClass: new Map<number, number>(),
  /** Endpoints that answered with success. */
  succeeded: new Set<string>(),
  violations: [] as string[],
});

export interface Target {
  memory: Memory;
  secrets: Secrets;
  results: Results;
  /** Null if the server closed the connection instead of answering. Throws if it did neither. */
  send(request: FuzzRequest): Promise<Answer | null>;
}

/** Milliseconds that an answer may take. */
const longest = 1_000;

/** Sends one request and judges its answer. `where` tells how to repeat it. */
export async function tryRequest(
  target: Target,
  request: FuzzRequest,
  where: string,
  { mustBeRefused = false } = {},
): Promise<void> {
  const { memory, secrets, results, send } = target;
  try {
    const { result: answer, faults } = await timed(results, () => send(request));
    if (answer) faults.push(...faultsOf(request, answer, secrets));
    if (mustBeRefused && answer && answer.status < 400) faults.push('was accepted');
    report(results, faults, where, request);
    count(results, answer?.status ?? 0, request.endpoint?.name);
    if (answer && answer.status < 300 && request.method !== 'HEAD') learn(memory, request, answer);
  } catch (error) {
    report(results, [error instanceof Error ? error.message : String(error)], where, request);
  }
}

/**
 * Runs `act`, and once more if it was slow, because the machine may have been busy with something else. It is a fault only if both took
 * too long. Returns the result of the first.
 */
export async function timed<Result>(
  results: Results,
  act: () => Promise<Result>,
): Promise<{ result: Result; faults: string[] }> {
  const timeOnce = async () => {
    const begun = performance.now();
    return { result: await act(), took: performance.now() - begun };
  };
  let { result, took } = await timeOnce();
  if (took > longest && results.judgesTime) took = Math.min(took, (await timeOnce()).took);
  results.slowest = Math.max(results.slowest, took);
  if (took <= longest || !results.judgesTime) return { result, faults: [] };
  results.overdue += 1;
  return { result, faults: [`took ${Math.round(took)} ms`] };
}

/** Counts an answer; status 0 stands for a connection without one. */
export function count(results: Results, status: number, endpoint?: string): void {
  const statusClass = Math.floor(status / 100);
  results.requests += 1;
  results.answersByClass.set(statusClass, (results.answersByClass.get(statusClass) ?? 0) + 1);
  if (endpoint && statusClass === 2) results.succeeded.add(endpoint);
}

/** Adds a violation for each fault, with what was sent. */
export function report(results: Results, faults: readonly string[], where: string, sent: FuzzRequest | string): void {
  const text = typeof sent === 'string' ? sent : textOf(sent);
  for (const fault of faults) results.violations.push(`${fault} (${where}): ${text.slice(0, 1_500)}`);
}

function textOf({ endpoint, payload, ...rest }: FuzzRequest): string {
  return JSON.stringify({ ...rest, payload: payload?.toString('latin1'), endpoint: endpoint?.name });
}
