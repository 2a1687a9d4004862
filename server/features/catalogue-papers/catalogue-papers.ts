// The only file of this feature that other features and the composition import (docs/behaviour/catalogue-papers.md, decision 0053).
import type { AdminListing } from '#contract/catalog.ts';
import { dayInWords, paperFilename, titleOf } from '#contract/catalogue-lines.ts';
import type { CataloguePaper, PaperOrder } from '#contract/catalogue-papers.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { findListings, findListingsAsAdmin } from '#server/features/catalog/catalog.ts';
import { findShopFacts, findTaxSettings } from '#server/features/settings/settings.ts';
import type { PdfReply } from '#server/platform/http/handlers.ts';
import { localDay } from '#server/platform/local-day.ts';
import { translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import {
  countUnfinished,
  deletePaper,
  insertPaper,
  lockPapers,
  type PaperRow,
  selectPaper,
  selectPapers,
} from './catalogue-papers.queries.ts';
import { leftOutOf, parseLeftOut, parseOrder, placeOf } from './paper-content.ts';
import { paperFiles } from './paper-files.ts';

export { createPaperQueue } from './paper-queue.ts';

/** The most papers that wait or are being drawn at the same time. */
const mostUnfinished = 5;
/** The most papers that the panel lists. */
const mostListed = 50;

/** The latest papers, the newest first, whether the shop is registered for GST, and its address for covers. */
export async function listPapers(
  shop: Shop,
  language: Language,
): Promise<{ papers: CataloguePaper[]; hasGst: boolean; place: string }> {
  const { read } = shop.database;
  const { registered } = await findTaxSettings(read);
  const papers = (await selectPapers(read, mostListed)).map((row) => present(row, language));
  return { papers, hasGst: registered, place: placeOf(await findShopFacts(read, shop)) };
}

/** A paper and how far it is. Refused (404): an unknown or deleted paper. */
export async function findPaper(
  shop: Shop,
  id: string,
  language: Language,
): Promise<{ paper: CataloguePaper } | Refusal> {
  const row = await selectPaper(shop.database.read, id);
  return row ? { paper: present(row, language) } : refuse('paperNotFound');
}

/**
 * Puts a paper into the queue. Refused: an unknown piece (404); only discontinued pieces, or five papers that are not done yet (409).
 */
export async function makePaper(
  shop: Shop,
  order: PaperOrder,
  language: Language,
): Promise<{ paper: CataloguePaper } | Refusal> {
  const now = shop.clock();
  const ids = order.coverId === null ? order.listingIds : [...order.listingIds, order.coverId];
  const listings = await findListings(shop.database.read, ids, now);
  if (ids.some((id) => !listings.has(id))) return refuse('listingNotFound');
  const leftOut = leftOutOf(order.listingIds, listings);
  if (leftOut.length === order.listingIds.length) return refuse('paperWithoutPieces');
  const day = dayInWords(now, order.language, shop.settings.timeZone);
  const row: PaperRow = {
    id: shop.randomBytes(12).toString('hex'),
    request: JSON.stringify(order),
    title: order.title || titleOf(order, day),
    state: 'waiting',
    claim: '',
    left_out: JSON.stringify(leftOut),
    drawn: 0,
    pieces: order.listingIds.length - leftOut.length,
    pages: 0,
    bytes: 0,
    tries: 0,
    created_at: now,
    due_at: now,
  };
  return shop.database.write(async (tx) => {
    await lockPapers(tx);
    if ((await countUnfinished(tx)) >= mostUnfinished) return refuse('paperQueueFull');
    await insertPaper(tx, row);
    tx.afterCommit(() => shop.cataloguePapers.wake());
    return { paper: present(row, language) };
  });
}

/** The PDF of a paper, to download. Refused: an unknown paper, or one whose file is gone (404), one that is not done (409). */
export async function openPaper(shop: Shop, id: string): Promise<PdfReply | Refusal> {
  const row = await selectPaper(shop.database.read, id);
  if (!row) return refuse('paperNotFound');
  if (row.state !== 'done') return refuse('paperNotDone');
  const pdf = await paperFiles(shop).open(id);
  if (!pdf) return refuse('paperNotFound');
  const day = localDay(row.created_at, shop.settings.timeZone);
  return { pdf, filename: paperFilename(parseOrder(row).kind, day.toString()), disposition: 'attachment' };
}

/** Cancels a paper that is not done: its process ends. Deletes the file of one that is. Refused (404): an unknown paper. */
export async function removePaper(shop: Shop, id: string): Promise<Record<string, never> | Refusal> {
  const row = await selectPaper(shop.database.read, id);
  if (!row) return refuse('paperNotFound');
  const { remove } = paperFiles(shop);
  await remove(id);
  await shop.database.write(async (tx) => {
    await deletePaper(tx, id);
    tx.afterCommit(() => shop.cataloguePapers.wake());
  });
  // The file may have been stored meanwhile; from now on the queue removes it itself.
  await remove(id);
  return {};
}

/** The listings in the order of `ids`, as the panel sees them; unknown ids left out. */
export async function listPieces(shop: Shop, ids: readonly string[]): Promise<{ listings: AdminListing[] }> {
  return { listings: await findListingsAsAdmin(shop.database.read, ids, shop.clock()) };
}

/** A paper as the API returns it. `pageLanguage` is the language of the page that shows it; the paper has a language of its own. */
function present(row: PaperRow, pageLanguage: Language): CataloguePaper {
  const { kind, language } = parseOrder(row);
  const leftOut = parseLeftOut(row).map((sentence) => translateText(sentence, pageLanguage));
  return {
    id: row.id,
    kind,
    language,
    title: row.title,
    state: row.state,
    drawn: row.drawn,
    pieces: row.pieces,
    pages: row.pages,
    size: row.bytes,
    leftOut,
    createdAt: new Date(row.created_at).toISOString(),
    until: row.state === 'done' ? new Date(row.due_at).toISOString() : null,
  };
}
