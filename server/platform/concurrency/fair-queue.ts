import { ServiceUnavailable } from '#server/platform/failures.ts';

export interface FairQueueOptions {
  /** How many tasks run at the same time. */
  concurrency: number;
  /** How many tasks of all callers together may wait. */
  maxWaiting: number;
  /** How many tasks of one caller may wait in one lane; `maxWaiting` by default. */
  maxWaitingPerCaller?: number | undefined;
  /** The message of the ServiceUnavailable that refuses further tasks. */
  busy: string;
}

/** Whose task it is, and in which lane it waits. */
export interface Turn {
  caller: string;
  /** Tasks of different kinds wait in different lanes. */
  lane?: string;
}

export type FairQueue = <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs `concurrency` tasks; others wait. Lanes take turns, and so do the callers in a lane: however many tasks a caller has in a lane,
 * at most one of them starts there before the first task of another caller. Tasks of one caller in a lane start in their order. Throws
 * ServiceUnavailable (503) when too many wait.
 */
export function createFairQueue({
  concurrency,
  maxWaiting,
  maxWaitingPerCaller = maxWaiting,
  busy,
}: FairQueueOptions): FairQueue {
  const lanes = new Map<string, Map<string, (() => void)[]>>();
  let free = concurrency;
  let waitingCount = 0;

  const wait = ({ lane = '', caller }: Turn): Promise<void> => {
    const callers = lanes.get(lane) ?? new Map<string, (() => void)[]>();
    const own = callers.get(caller) ?? [];
    if (waitingCount >= maxWaiting || own.length >= maxWaitingPerCaller) throw new ServiceUnavailable(busy);
    const { promise, resolve } = Promise.withResolvers<void>();
    own.push(resolve);
    callers.set(caller, own);
    lanes.set(lane, callers);
    waitingCount += 1;
    return promise;
  };
  const takeNext = (): (() => void) | undefined => {
    const next = takeFirst(lanes, (callers) => takeFirst(callers, (own) => own.shift()));
    if (next) waitingCount -= 1;
    return next;
  };
  return async (turn, work) => {
    if (free > 0) free -= 1;
    else await wait(turn);
    try {
      return await work();
    } finally {
      // The next waiting task takes over this slot; the slot is free only if no task waits.
      const next = takeNext();
      if (next) next();
      else free += 1;
    }
  };
}

/** Takes one item of the first group and moves the group to the end, or removes it when it is empty. */
function takeFirst<Group extends { readonly size: number } | { readonly length: number }, Item>(
  groups: Map<string, Group>,
  take: (group: Group) => Item | undefined,
): Item | undefined {
  for (const [key, group] of groups) {
    groups.delete(key);
    const item = take(group);
    if (('size' in group ? group.size : group.length) > 0) groups.set(key, group);
    return item;
  }
  return undefined;
}
