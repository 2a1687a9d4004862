import { buffer } from 'node:stream/consumers';
import type { ConditionPhotograph } from '#contract/condition-reports.ts';
import { conditionTexts } from '#contract/condition-words.ts';
import { linkPreviewOf } from '#contract/link-preview.ts';
import { findListingNames } from '#server/features/catalog/catalog.ts';
import { type ConditionPaper, renderInThread } from '#server/features/invoices/invoices.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Shop } from '#server/shop.ts';
import type { ReportRow } from './condition-reports.queries.ts';
import { pieceOf, presentReport } from './present-report.ts';

/** A report as a PDF. A draft and a withdrawn one say so. */
export async function renderReport(shop: Shop, row: ReportRow): Promise<Buffer> {
  const { read } = shop.database;
  const { timeZone, currency } = shop.settings;
  const piece = pieceOf(row);
  const [listing] = piece ? [] : await findListingNames(read, [row.listing_id]);
  const report = await presentReport(read, shop, row);
  const paper: ConditionPaper = {
    piece: piece ?? { name: listing?.name ?? '', artist: '', year: null, size: '', madeOf: '' },
    ...{ phase: report.phase, examinedOn: report.examinedOn, examiner: report.examiner, state: report.state },
    ...{ issuedAt: report.issuedAt, withdrawnAt: report.withdrawnAt },
    texts: conditionTexts.map(([name, heading]) => ({ heading, text: report[name] })),
    photographs: [],
  };
  for (const photograph of report.photographs) paper.photographs.push(await photographOf(shop, photograph));
  const shopName = piece?.shop ?? (await findShopFacts(read, shop)).name;
  return renderInThread({ kind: 'condition', issuer: { shopName, timeZone, currency, logo: null }, paper });
}

/** Without a file if the shop has lost it: the list of its marks can still be read. */
async function photographOf(
  shop: Shop,
  { image, caption, marks }: ConditionPhotograph,
): Promise<ConditionPaper['photographs'][number]> {
  const preview = linkPreviewOf(image);
  const file = preview && (await shop.media.openFile(preview.url));
  if (!preview || !file) return { caption, marks, picture: null };
  const jpeg = Buffer.isBuffer(file) ? file : await buffer(file.content);
  return { caption, marks, picture: { jpeg, width: preview.width, height: preview.height, alt: image.alt } };
}
