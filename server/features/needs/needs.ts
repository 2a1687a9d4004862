import type { Language } from '#contract/languages.ts';
import type { Need, NeedKind, NextDate } from '#contract/needs.ts';
import { hasRole, type Role } from '#contract/roles.ts';
import { findBackupTrouble, findDisks, isNearlyFull } from '#server/features/backups/backups.ts';
import { findGivenUpEmails } from '#server/features/mail/mail.ts';
import { findSetupFacts } from '#server/features/settings/settings.ts';
import { localDay } from '#server/platform/local-day.ts';
import { type Say, sayIn, translateSentences } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { selectGivenUpWork } from './given-up.queries.ts';
import {
  attentionNeed,
  backupNeed,
  bankNeed,
  connectionNeed,
  differenceNeed,
  diskNeed,
  disputeNeed,
  enquiryNeed,
  letterNeed,
  nameNeed,
  returnNeed,
  transferNeed,
  workNeed,
} from './need-words.ts';
import {
  countOpenBankRows,
  countWaitingEnquiries,
  selectAttention,
  selectDisputes,
  selectFailingCalls,
  selectLapsingTransfers,
  selectOpenDifferences,
  selectRequestedReturns,
  selectWaitingNames,
} from './needs.queries.ts';
import { findNextDate } from './next-date.ts';
import { orderNeed } from './order-need.ts';
import { selectOrdersToShip } from './order-needs.queries.ts';

/** For how long work that was given up is listed, milliseconds. */
const workListed = 30 * 24 * 60 * 60_000;
/** How many lines the list has at most. */
const listed = 50;

/** The kinds of lines in the order of the list, the most urgent first. Lines of one kind stay in the order of their query. */
const urgency: readonly NeedKind[] = [
  'dispute',
  'refund',
  'attention',
  'difference',
  'connection',
  'disk',
  'backup',
  'transfer',
  'return',
  'order',
  'bank',
  'letter',
  'work',
  'name',
  'enquiry',
];

/** Pages of the panel that only owners can open. Others do not get the lines that lead there. */
const ownersPages: readonly string[] = ['/admin/orders/bank', '/admin/settings/payments'];

export interface Needs {
  needs: Need[];
  total: number;
  isWatched: boolean;
  next: NextDate | null;
}

/**
 * The lines of "Needs you" for a person with this role (docs/behaviour/admin.md, 15): what waits for somebody who runs the shop. A line
 * disappears when the thing is done.
 */
export async function findNeeds(shop: Shop, role: Role, language: Language): Promise<Needs> {
  const say = sayIn(language);
  const { trades } = await findSetupFacts(shop.database.read, shop);
  const isOwner = hasRole(role, 'owner');
  const { lines, unread } = await findLines(shop, { say, language, isOwner, trades });
  const needs = lines
    .filter(({ path }) => isOwner || !ownersPages.includes(path))
    .map((need) => (hasRole(role, 'staff') ? need : { ...need, action: say('Look') }));
  const total = needs.length + unread;
  const inOrder = needs.toSorted((one, other) => urgency.indexOf(one.kind) - urgency.indexOf(other.kind));
  return {
    needs: inOrder.slice(0, listed),
    total,
    isWatched: trades || total > 0,
    next: trades && total === 0 ? await findNextDate(shop, say, shop.clock()) : null,
  };
}

interface Reading {
  say: Say;
  language: Language;
  isOwner: boolean;
  /** Whether anything is set up for trade. */
  trades: boolean;
}

/** The lines of all kinds, at most `listed` of each, and how many more there are. */
async function findLines(
  shop: Shop,
  { say, language, isOwner, trades }: Reading,
): Promise<{ lines: Need[]; unread: number }> {
  const { read } = shop.database;
  const { currency, timeZone } = shop.settings;
  const now = shop.clock();
  const today = localDay(now, timeZone).toString();
  const [
    disputes,
    attention,
    differences,
    failing,
    transfers,
    returns,
    bankRows,
    backupTrouble,
    disks,
    orders,
    names,
    enquiries,
    givenUp,
  ] = await Promise.all([
    selectDisputes(read, listed),
    selectAttention(read, listed),
    selectOpenDifferences(read, { limit: listed, isOwner }),
    selectFailingCalls(read, 5),
    selectLapsingTransfers(read, endOfDay(shop), listed),
    selectRequestedReturns(read, listed),
    countOpenBankRows(read),
    findBackupTrouble(shop, say),
    findDisks(shop.settings),
    // A shop where nothing is set up has no such lines: nobody waits for its orders, and the dashboard lists open enquiries anyway.
    trades ? selectOrdersToShip(read, today, listed) : { rows: [], total: 0 },
    selectWaitingNames(read, listed),
    countWaitingEnquiries(read),
    findGivenUp(shop, say),
  ]);
  const lines = [
    ...disputes.rows.map((row) => disputeNeed(say, row, now)),
    ...attention.rows.map((row) => attentionNeed(say, { ...row, error: translateSentences(row.error, language) })),
    ...differences.rows.map((row) => differenceNeed(say, row)),
    ...failing.slice(0, 1).map(({ done_at }) => connectionNeed(say, done_at)),
    ...disks.filter(isNearlyFull).map((disk) => diskNeed(say, disk, language)),
    ...(backupTrouble ? [backupNeed(say, backupTrouble)] : []),
    ...transfers.rows.map((row) => transferNeed(say, row, { currency, now })),
    ...returns.rows.map((row) => returnNeed(say, row)),
    ...orders.rows.map((row) => orderNeed(say, row, { timeZone, now })),
    ...names.rows.map((row) => nameNeed(say, row)),
    ...(bankRows.count > 0 ? [bankNeed(say, bankRows)] : []),
    ...givenUp,
    ...(trades && enquiries.count > 0 ? [enquiryNeed(say, enquiries, now)] : []),
  ];
  const unread = [disputes, attention, differences, transfers, returns, orders, names].reduce(
    (sum, { rows, total }) => sum + total - rows.length,
    0,
  );
  return { lines, unread };
}

/** The lines about what the shop does by itself and has given up. */
async function findGivenUp({ database: { read }, clock }: Shop, say: Say): Promise<Need[]> {
  const letters = await findGivenUpEmails(read);
  const work = await selectGivenUpWork(read, { since: clock() - workListed, limit: listed });
  return [...(letters.count > 0 ? [letterNeed(say, letters)] : []), ...work.map((one) => workNeed(say, one))];
}

/** The end of the current day in the shop's time zone, epoch milliseconds. */
function endOfDay({ clock, settings: { timeZone } }: Shop): number {
  const today = Temporal.Instant.fromEpochMilliseconds(clock()).toZonedDateTimeISO(timeZone);
  return today.startOfDay().add({ days: 1 }).epochMilliseconds;
}
