import {
  type AttemptRow,
  claimCheck,
  claimEvent,
  claimTask,
  type EventRow,
  selectDueAttempt,
  selectDueEvent,
  selectDueTask,
  type TaskRow,
} from '#server/features/payments/payments.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

// Milliseconds.
const claimDuration = 2 * 60_000;
const firstDelay = 15_000;
const longestDelay = 60 * 60_000;

/** Milliseconds before the next try: 15 seconds, doubled for each of the `tries`, at most one hour. */
export const backoff = (tries: number) => Math.min(longestDelay, firstDelay * 2 ** Math.min(tries, 20));

/** Claims the event that is due first and returns it with this try counted; undefined if none is due. */
export async function claimEventWork(shop: Shop): Promise<EventRow | undefined> {
  const claimedUntil = () => shop.clock() + claimDuration;
  const event = await claimDue(shop, selectDueEvent, (tx, due) => claimEvent(tx, due, claimedUntil()));
  return event && { ...event, tries: event.tries + 1 };
}

/** Claims the task that is due first and returns it with this try counted; undefined if none is due. */
export async function claimTaskWork(shop: Shop): Promise<TaskRow | undefined> {
  const claimedUntil = () => shop.clock() + claimDuration;
  const task = await claimDue(shop, selectDueTask, (tx, due) => claimTask(tx, due, claimedUntil()));
  return task && { ...task, tries: task.tries + 1 };
}

/** Claims the attempt whose check is due first. Its next check is planned at once, with a longer delay after each check. */
export function claimAttemptCheck(shop: Shop): Promise<AttemptRow | undefined> {
  const nextCheck = ({ check_tries }: AttemptRow) => shop.clock() + Math.max(60_000, backoff(check_tries));
  return claimDue(shop, selectDueAttempt, (tx, due) => claimCheck(tx, due, nextCheck(due)));
}

/** Claims the item that is due first; reads again if another process has claimed it meanwhile. Undefined if none is due. */
async function claimDue<Item>(
  { database, clock }: Shop,
  selectDue: (reader: Reader, now: number) => Promise<Item | undefined>,
  claim: (tx: Writer, due: Item) => Promise<boolean>,
): Promise<Item | undefined> {
  for (;;) {
    const due = await selectDue(database.read, clock());
    if (due === undefined || (await database.write((tx) => claim(tx, due)))) return due;
  }
}
