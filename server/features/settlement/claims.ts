import {
  type AttemptRow,
  claimCheck,
  claimEvent,
  claimTask,
  type EventRow,
  selectDueAttempt,
  selectDueEvent,
  selectDueTask,
  selectNextCheck,
  selectNextEventTime,
  selectNextTaskTime,
  type TaskRow,
} from '#server/features/payments/payments.ts';
import type { Shop } from '#server/shop.ts';

// Milliseconds.
const claimDuration = 2 * 60_000;
const firstDelay = 15_000;
const longestDelay = 60 * 60_000;

/** The delay before the next try, after `tries` of them. */
export const backoff = (tries: number) => Math.min(longestDelay, firstDelay * 2 ** Math.min(tries, 20));

/** Each returns the item with its count of tries as it is after the claim; undefined if nothing is due. */
export async function claimEventWork(shop: Shop): Promise<EventRow | undefined> {
  for (;;) {
    const event = await selectDueEvent(shop.database.read, shop.clock());
    if (!event) return undefined;
    if (await shop.database.write((tx) => claimEvent(tx, event, shop.clock() + claimDuration)))
      return { ...event, tries: event.tries + 1 };
  }
}

export async function claimTaskWork(shop: Shop): Promise<TaskRow | undefined> {
  for (;;) {
    const task = await selectDueTask(shop.database.read, shop.clock());
    if (!task) return undefined;
    if (await shop.database.write((tx) => claimTask(tx, task, shop.clock() + claimDuration)))
      return { ...task, tries: task.tries + 1 };
  }
}

/** A look that leaves something expected is repeated later and later. */
export async function claimAttemptCheck(shop: Shop): Promise<AttemptRow | undefined> {
  for (;;) {
    const attempt = await selectDueAttempt(shop.database.read, shop.clock());
    if (!attempt) return undefined;
    const next = shop.clock() + Math.max(60_000, backoff(attempt.check_tries));
    if (await shop.database.write((tx) => claimCheck(tx, attempt, next))) return attempt;
  }
}

/** When the next item of each kind is due, epoch milliseconds; null if there is none. */
export const nextTimes = {
  event: ({ database }: Shop) => selectNextEventTime(database.read),
  task: ({ database }: Shop) => selectNextTaskTime(database.read),
  check: ({ database }: Shop) => selectNextCheck(database.read),
};
