import { buffer } from 'node:stream/consumers';
import type { ConditionPhotograph } from '#contract/condition-reports.ts';
import { conditionTexts } from '#contract/condition-words.ts';
import { isRefusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { linkPreviewOf } from '#contract/link-preview.ts';
import { findListingAsAdmin } from '#server/features/catalog/catalog.ts';
import { type ConditionPaper, renderInThread } from '#server/features/invoices/invoices.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Shop } from '#server/shop.ts';
import type { ReportRow } from './condition-reports.queries.ts';
import { describe, type IssuedPiece, pieceOf, presentReport } from './present-report.ts';

/** A report as a PDF whose headings and labels are in `language`. The PDF says so if the report is a draft or withdrawn. */
export async function renderReport(shop: Shop, row: ReportRow, language: Language): Promise<Buffer> {
  const { read } = shop.database;
  const { timeZone, currency } = shop.settings;
  const report = await presentReport(read, shop, row);
  const { shop: shopName, ...piece } = pieceOf(row) ?? (await pieceOfDraft(shop, row));
  const { phase, examinedOn, examiner, state, issuedAt, withdrawnAt } = report;
  const paper: ConditionPaper = {
    piece,
    phase,
    examinedOn,
    examiner,
    state,
    issuedAt,
    withdrawnAt,
    texts: conditionTexts.map(([name, heading]) => ({ heading, text: report[name] })),
    photographs: [],
  };
  for (const photograph of report.photographs) paper.photographs.push(await photographOf(shop, photograph));
  return renderInThread({ kind: 'condition', issuer: { language, shopName, timeZone, currency, logo: null }, paper });
}

/** What the shop says about the piece now. */
async function pieceOfDraft(shop: Shop, row: ReportRow): Promise<IssuedPiece> {
  const { name: shopName } = await findShopFacts(shop.database.read, shop);
  const listing = await findListingAsAdmin(shop, row.listing_id);
  if (isRefusal(listing)) return { shop: shopName, name: '', artist: '', year: null, size: '', madeOf: '' };
  return describe(listing, shopName);
}

/** A photograph for the PDF. `picture` is null if the shop has lost the file, so that the list of its marks can still be read. */
async function photographOf(
  shop: Shop,
  { image, caption, marks }: ConditionPhotograph,
): Promise<ConditionPaper['photographs'][number]> {
  const preview = linkPreviewOf(image);
  const file = preview && (await shop.media.openFile(preview.url));
  if (!preview || !file) return { caption, marks, picture: null };
  const jpeg = Buffer.isBuffer(file) ? file : await buffer(file.content);
  return { caption, marks, picture: { jpeg, width: preview.width, height: preview.height } };
}
