import type { Answer } from './judge.ts';

/** What a run has seen. */
export interface Tally {
  requests: number;
  /** Answers per hundred of statuses: 2 for 200 to 299. */
  byClass: Map<number, number>;
  /** Names of endpoints that answered a success. */
  succeeded: Set<string>;
  /** Milliseconds. */
  slowest: number;
  overASecond: number;
  judgesTime: boolean;
  /** Processor time spent until a while ago, to distinguish slow from waiting for the processor. */
  busyBefore: NodeJS.CpuUsage;
  violations: string[];
}

export const createTally = ({ judgesTime }: Pick<Tally, 'judgesTime'>): Tally => ({
  judgesTime,
  requests: 0,
  byClass: new Map(),
  succeeded: new Set(),
  slowest: 0,
  overASecond: 0,
  busyBefore: process.cpuUsage(),
  violations: [],
});

export function count(tally: Tally, { status }: Pick<Answer, 'status'>, endpoint: string | undefined): void {
  const hundred = Math.floor(status / 100);
  tally.requests += 1;
  tally.byClass.set(hundred, (tally.byClass.get(hundred) ?? 0) + 1);
  if (endpoint && hundred === 2) tally.succeeded.add(endpoint);
}
