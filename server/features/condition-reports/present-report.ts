import { z } from 'zod';
import type { Listing } from '#contract/catalog.ts';
import {
  type ConditionLink,
  type ConditionReport,
  type ListedReport,
  listedReport,
  type WrittenPhotograph,
  writtenReport,
} from '#contract/condition-reports.ts';
import { limits } from '#contract/limits.ts';
import { findListingNames } from '#server/features/catalog/catalog.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type LinkRow, type ReportRow, selectLinksOf } from './condition-reports.queries.ts';

/** What an issued report says about its piece and the shop; texts that were not known are empty. */
const issuedPiece = z.object({
  shop: z.string(),
  name: z.string(),
  artist: z.string(),
  size: z.string(),
  madeOf: z.string(),
  year: z.number().nullable(),
});
export type IssuedPiece = z.infer<typeof issuedPiece>;

/** The listing that a report is about. */
export type DescribedListing = Pick<Listing, 'id' | 'name' | 'artist' | 'artists' | 'year' | 'size' | 'medium'>;

export function describe(listing: DescribedListing, shopName: string): IssuedPiece {
  const { name, year, size, medium: madeOf = '' } = listing;
  return { shop: shopName, name, artist: listing.artist || listing.artists, year, size, madeOf };
}

/** What an issued report says about its piece; null for a draft, for which nothing is stored yet. */
export const pieceOf = ({ piece }: ReportRow): IssuedPiece | null =>
  piece === '' ? null : issuedPiece.parse(JSON.parse(piece));

export const photographsOf = (photographs: string): WrittenPhotograph[] =>
  writtenReport.shape.photographs.parse(JSON.parse(photographs));

export const phaseOf = ({ issued_at, withdrawn_at }: ReportRow): ListedReport['phase'] => {
  if (withdrawn_at !== null) return 'withdrawn';
  return issued_at === null ? 'draft' : 'issued';
};

export function presentListed(row: ReportRow): ListedReport {
  const photographs = photographsOf(row.photographs);
  return {
    ...factsOf(row),
    photographs: photographs.length,
    marks: photographs.reduce((sum, { marks }) => sum + marks.length, 0),
  };
}

export async function presentReport(reader: Reader, shop: Shop, row: ReportRow): Promise<ConditionReport> {
  const { surface, edges, frame, restorations, notes, version } = row;
  const piece = pieceOf(row);
  const [listing] = piece ? [piece] : await findListingNames(reader, [row.listing_id]);
  const name = listing?.name ?? '';
  const written = photographsOf(row.photographs);
  const [images = []] = await imageSets(reader, [
    written.map(({ url, caption }, position) => ({ url, alt: caption || `Photograph ${position + 1} of ${name}` })),
  ]);
  const links = await selectLinksOf(reader, row.id, limits.pageSize);
  return {
    ...factsOf(row),
    name,
    surface,
    edges,
    frame,
    restorations,
    notes,
    version,
    photographs: images.flatMap((image, position) => {
      const { caption = '', marks = [] } = written[position] ?? {};
      return [{ image, caption, marks }];
    }),
    links: links.map((link) => presentLink(shop, row, link)),
  };
}

/** Whether a link opens its report. */
export const isOpen = (shop: Shop, report: ReportRow, link: LinkRow) =>
  link.ended_at === null && link.until_at > shop.clock() && phaseOf(report) === 'issued';

function presentLink(shop: Shop, report: ReportRow, link: LinkRow): ConditionLink {
  const { id, name, email, sent_at, until_at } = link;
  return { id, name, email, sentAt: isoOf(sent_at), until: isoOf(until_at), isOpen: isOpen(shop, report, link) };
}

function factsOf(row: ReportRow) {
  return {
    id: row.id,
    listingId: row.listing_id,
    phase: phaseOf(row),
    examinedOn: row.examined_on,
    examiner: row.examiner,
    state: listedReport.shape.state.parse(row.state),
    reason: row.reason,
    issuedAt: row.issued_at === null ? null : isoOf(row.issued_at),
    withdrawnAt: row.withdrawn_at === null ? null : isoOf(row.withdrawn_at),
  };
}

export const isoOf = (at: number) => new Date(at).toISOString();
