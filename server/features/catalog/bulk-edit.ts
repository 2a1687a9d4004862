import type { BulkChange, UnchangedRow } from '#contract/bulk-edit.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { asCents, type Cents, fromCents, priceProblem, smallestAmount } from '#contract/money.ts';
import { findRecentChanges } from '#server/features/audit/audit.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { isHeld, lockListingRows } from './catalog.queries.ts';
import { type ListingRecord, recordOf } from './listing-record.ts';
import { conflictOf, type OfferBack, writeChange } from './listings.ts';
import { type Editor, refusePricing } from './refuse-price.ts';
import { changedVisibility } from './visibility.ts';

/** Milliseconds within which a change of several listings can be undone. */
const undoPeriod = 60_000;

/** The action of these changes in the audit. `undoBulkEdit` finds by it the entries with the values from before a change. */
const action = 'product updated with others';

interface BulkEdit {
  changed: string[];
  unchanged: UnchangedRow[];
  /** When the listings were changed, and until when that can be undone; ISO 8601. */
  at: string;
  until: string;
}

/**
 * Changes each listing that can be changed, all in one transaction, and names the others (docs/behaviour/catalog.md, 17). A
 * listing that has these values already counts as changed.
 */
export async function bulkEdit(
  shop: Shop,
  editor: Editor,
  { ids, ...change }: BulkChange,
  offerBack: OfferBack,
): Promise<BulkEdit> {
  const now = shop.clock();
  const { done, unchanged } = await shop.database.write((tx) =>
    changeEach(tx, shop, { ...editor, ids, action, offerBack }, async (before) => {
      const after = afterOf(shop, before, change, now);
      return (await refusePriceChange(tx, shop, before, after)) ?? after;
    }),
  );
  return { changed: done, unchanged, at: new Date(now).toISOString(), until: new Date(now + undoPeriod).toISOString() };
}

/**
 * Gives listings the values back that they had before this admin's `bulkEdit` at the time `at`. A listing whose values have changed
 * since then is in `unchanged`. Refused (409) after a minute.
 */
export async function undoBulkEdit(
  shop: Shop,
  editor: Editor,
  { at, ids }: { at: string; ids: readonly string[] },
  offerBack: OfferBack,
): Promise<{ undone: string[]; unchanged: UnchangedRow[] } | Refusal> {
  const changedAt = Date.parse(at);
  const now = shop.clock();
  if (!(now - changedAt <= undoPeriod)) return refuse('undoTooLate');
  return shop.database.write(async (tx) => {
    const undo = { ...editor, ids, action: 'change with others undone', offerBack };
    const { done, unchanged } = await changeEach(tx, shop, undo, async (current) => {
      const recent = await findRecentChanges(tx, current.id);
      const edit = recent.find(
        (one) => one.action === action && one.adminId === editor.adminId && one.after?.updated_at === changedAt,
      );
      const after = edit?.before && edit.after && valuesBefore(current, edit.before, edit.after, now);
      if (!after) return refuse('productChanged', { name: current.name });
      return (await refusePriceChange(tx, shop, current, after)) ?? after;
    });
    return { undone: done, unchanged };
  });
}

interface ListingsEdit extends Editor {
  ids: readonly string[];
  action: string;
  offerBack: OfferBack;
}

/** Writes the record that `change` returns for each listing. Refused listings and unknown ids are in `unchanged`, with the reason. */
async function changeEach(
  tx: Writer,
  shop: Shop,
  { ids, action: auditAction, offerBack, ...editor }: ListingsEdit,
  change: (before: ListingRecord) => Promise<ListingRecord | Refusal>,
): Promise<{ done: string[]; unchanged: UnchangedRow[] }> {
  const rows = await lockListingRows(tx, ids);
  const known = new Set(rows.map(({ id }) => id));
  const { message } = refuse('listingNotFound');
  const unchanged = ids
    .filter((id) => !known.has(id))
    .map((id): UnchangedRow => ({ listingId: id, name: id, message }));
  const done: string[] = [];
  for (const before of rows.map(recordOf)) {
    const after = await change(before);
    const refusal = isRefusal(after)
      ? after
      : (refusePricing(editor, before, after) ?? (await conflictOf(tx, shop, { before, after })));
    if (refusal) unchanged.push({ listingId: before.id, name: before.name, message: refusal.message });
    if (refusal || isRefusal(after)) continue;
    await writeChange(tx, shop, { adminId: editor.adminId, action: auditAction, before, after, offerBack });
    done.push(before.id);
  }
  return { done, unchanged };
}

function afterOf(
  { settings }: Shop,
  before: ListingRecord,
  { pricePercent, status, sizeClass, visibility }: Omit<BulkChange, 'ids'>,
  now: number,
): ListingRecord {
  return {
    ...before,
    price_cents:
      pricePercent === undefined ? before.price_cents : repriced(before.price_cents, pricePercent, settings.currency),
    status: status ?? before.status,
    size_class: sizeClass ?? before.size_class,
    ...changedVisibility(before, { visibility }, now),
    updated_at: now,
  };
}

/**
 * A price changed by a percentage, rounded to the smallest amount of the currency. Exact where the result is a possible price:
 * hundredths of a percent and cents are integers, and their product is below 2^53.
 */
function repriced(cents: Cents, percent: number, currency: string): Cents {
  const smallest = smallestAmount(currency);
  return asCents(Math.round((cents * (10_000 + Math.round(percent * 100))) / (10_000 * smallest)) * smallest);
}

/** Refuses (409) a new price of a sold listing or of one that somebody is paying for, and a price that is not possible. */
async function refusePriceChange(
  tx: Writer,
  shop: Shop,
  before: ListingRecord,
  { price_cents }: ListingRecord,
): Promise<Refusal | null> {
  const { id, name, status, is_unique } = before;
  if (price_cents === before.price_cents) return null;
  if (status === 'sold') return refuse('soldPriceStays', { name });
  if (is_unique === 1 && (await isHeld(tx, id, shop.clock()))) return refuse('listingOnHold', { name });
  const isPossible = price_cents > 0 && priceProblem(fromCents(price_cents), shop.settings.currency) === null;
  return isPossible ? null : refuse('priceImpossible', { name });
}

const bulkColumns = [
  'price_cents',
  'status',
  'size_class',
  'visibility',
  'publish_at',
  'was_listed',
  'created_at',
] as const;
type Fields = Readonly<Record<string, unknown>>;

/** The listing with the values from before an edit; null if one of the values has changed since the edit. */
function valuesBefore(current: ListingRecord, before: Fields, after: Fields, now: number): ListingRecord | null {
  const edited = bulkColumns.filter((column) => before[column] !== after[column]);
  if (edited.some((column) => current[column] !== after[column])) return null;
  const values = Object.fromEntries(edited.map((column) => [column, before[column]]));
  // The values have the types of these columns: the audit entry was written from a ListingRecord.
  return { ...current, ...(values as Partial<ListingRecord>), updated_at: now };
}
