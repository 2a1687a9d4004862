import {
  type IntentSeen,
  type OwnPayments,
  type Processor,
  ProcessorError,
  selectAttempt,
  selectAttemptIdsByIntents,
  selectAttemptIdsSince,
  selectOwnPayments,
} from '#server/features/payments/payments.ts';
import { settleAttempt } from '#server/features/settlement/settlement.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  type DifferenceRow,
  deleteOldComparisons,
  insertComparison,
  replaceDifferences,
  selectDifferences,
  updateComparison,
} from './comparisons.queries.ts';
import { queueDifferencesEmail } from './difference-emails.ts';
import { type Difference, differencesOf, isBehind, unknownPayment } from './differences.ts';

const day = 24 * 60 * 60_000;
/** Payments that began within this time are compared, milliseconds. It is longer than an authorisation, which lasts seven days. */
const comparedPeriod = 10 * day;
/** For how long comparisons are stored, milliseconds. */
const storedPeriod = 60 * day;

/**
 * Compares the payments record with the processor's books and stores what differs. It moves no money by itself: where the shop
 * has missed something, the attempt is settled first. Owners get an email if a difference is new. Throws ProcessorError.
 */
export async function compareWithProcessor(shop: Shop, processor: Processor): Promise<void> {
  const now = shop.clock();
  const row = { id: shop.randomBytes(12).toString('base64url'), since: now - comparedPeriod, compared: 0 };
  await shop.database.write(async (tx) => {
    await deleteOldComparisons(tx, now - storedPeriod);
    await insertComparison(tx, { ...row, begun_at: now, finished_at: null, error: '' });
  });
  try {
    const { compared, differences } = await findDifferences(shop, processor, row.since);
    await shop.database.write(async (tx) => {
      await storeDifferences(tx, shop, differences);
      await updateComparison(tx, row.id, { compared, finished_at: shop.clock() });
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const changes = { finished_at: shop.clock(), error: reason.slice(0, 500) };
    await shop.database.write((tx) => updateComparison(tx, row.id, changes));
    throw error;
  }
}

async function findDifferences(
  shop: Shop,
  processor: Processor,
  since: number,
): Promise<{ compared: number; differences: Difference[] }> {
  const { read } = shop.database;
  // The shop's attempts are read first: those that begin later are not expected in the processor's list.
  const earlierDifferences = await selectDifferences(read);
  const begun = await selectAttemptIdsSince(read, since);
  const { payments, earlier } = await processor.listPayments(since);
  const ours = payments.filter(({ attemptId }) => attemptId !== '');
  const attemptIds = [
    ...begun,
    ...ours.map(({ attemptId }) => attemptId),
    ...(await selectAttemptIdsByIntents(read, earlier)),
    ...earlierDifferences.flatMap(({ attempt_id }) => attempt_id ?? []),
  ];
  const known = await selectOwnPayments(read, attemptIds);
  const differences: Difference[] = [];
  const listed = new Map(payments.map((intent) => [intent.attemptId, intent]));
  for (const own of known) {
    const intent = listed.get(own.attempt.id);
    if (!intent || isBehind(own, intent) || differencesOf(own, intent).length > 0)
      differences.push(...(await lookAgain(shop, processor, own, intent ?? null)));
  }
  const knownIds = new Set(known.map(({ attempt }) => attempt.id));
  const foreign = ours.filter(({ attemptId }) => !knownIds.has(attemptId));
  const stillThere = await readAgain(processor, earlierDifferences, new Set(foreign.map(({ id }) => id)));
  differences.push(...[...foreign, ...stillThere].flatMap((intent) => unknownPayment(intent) ?? []));
  return { compared: known.length + foreign.length, differences };
}

/**
 * Settles an attempt about which the shop and the processor seem to differ, and returns what differs then. Both are read again if
 * it was settled meanwhile, because one of them may have been read before that and the other one after it.
 */
async function lookAgain(
  shop: Shop,
  processor: Processor,
  { attempt: { id, session_id: sessionId, intent_id, currency } }: OwnPayments,
  listed: IntentSeen | null,
): Promise<Difference[]> {
  const { read } = shop.database;
  const intentId = intent_id ?? listed?.id ?? null;
  await unlessUnknown(() => settleAttempt(shop, id, { intentId, withDisputes: true }));
  for (;;) {
    const before = await selectAttempt(read, id);
    const seen = await unlessUnknown(() => processor.read({ sessionId, intentId, currency }, { withDisputes: true }));
    const [own] = await selectOwnPayments(read, [id]);
    const after = await selectAttempt(read, id);
    if (before?.readings === after?.readings) return own ? differencesOf(own, seen?.intent ?? null) : [];
  }
}

/** Reads the payments of unknown attempts that an earlier comparison found and that are not among `listed`, by their ids, any more. */
async function readAgain(
  processor: Processor,
  earlier: readonly DifferenceRow[],
  listed: ReadonlySet<string>,
): Promise<IntentSeen[]> {
  const found: IntentSeen[] = [];
  for (const { attempt_id, intent_id: intentId, currency } of earlier) {
    if (attempt_id !== null || listed.has(intentId)) continue;
    const seen = await unlessUnknown(() => processor.read({ sessionId: null, intentId, currency }));
    if (seen?.intent) found.push(seen.intent);
  }
  return found;
}

/** The answer of a call; null if the processor refuses it, because it does not know the payment. */
async function unlessUnknown<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProcessorError && error.kind === 'refused') return null;
    throw error;
  }
}

async function storeDifferences(tx: Writer, shop: Shop, differences: readonly Difference[]): Promise<void> {
  const known = new Map((await selectDifferences(tx)).map((row) => [row.id, row]));
  const isSame = (row: DifferenceRow | undefined, { here_cents, there_cents }: Difference) =>
    row?.here_cents === here_cents && row.there_cents === there_cents;
  const now = shop.clock();
  const rows = differences.map((difference): DifferenceRow => {
    const before = known.get(difference.id);
    return { ...difference, found_at: isSame(before, difference) ? (before?.found_at ?? now) : now };
  });
  await replaceDifferences(tx, rows);
  const news = rows.filter((row) => !isSame(known.get(row.id), row));
  if (news.length > 0) await queueDifferencesEmail(tx, shop, news);
}
