import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import { mostPieces } from '#contract/catalogue-lines.ts';
import type { PaperOrder } from '#contract/catalogue-papers.ts';

/** What the admin has chosen for the paper so far. */
export interface PaperDraft extends Omit<PaperOrder, 'listingIds'> {
  pieces: readonly Listing[];
}

export const firstDraft = (pieces: readonly Listing[]): PaperDraft => ({
  kind: 'catalogue',
  pieces,
  title: '',
  subtitle: '',
  coverId: pieces.find(hasOwnPicture)?.id ?? null,
  language: 'en',
  size: 'a4',
  labelSize: 'small',
  showsPrices: true,
  showsDescriptions: true,
  showsQr: false,
  showsReserved: true,
});

export function orderOf({ pieces, ...choices }: PaperDraft): PaperOrder {
  const hasCover = choices.kind === 'catalogue' && pieces.some(({ id }) => id === choices.coverId);
  return { ...choices, coverId: hasCover ? choices.coverId : null, listingIds: pieces.map(({ id }) => id) };
}

/** The draft with the pieces of `added` that it does not have yet, up to the number that a paper may have. */
export function withPieces(draft: PaperDraft, added: readonly Listing[]): PaperDraft {
  const known = new Set(draft.pieces.map(({ id }) => id));
  const pieces = [...draft.pieces, ...added.filter(({ id }) => !known.has(id))].slice(0, mostPieces);
  return { ...draft, pieces, coverId: draft.coverId ?? pieces.find(hasOwnPicture)?.id ?? null };
}

/** The draft without a piece. If its picture was on the cover, the cover gets that of another piece. */
export function withoutPiece(draft: PaperDraft, id: string): PaperDraft {
  const pieces = draft.pieces.filter((piece) => piece.id !== id);
  const coverId = draft.coverId === id ? (pieces.find(hasOwnPicture)?.id ?? null) : draft.coverId;
  return { ...draft, pieces, coverId };
}

export const sortings = {
  hand: t`By hand`,
  artist: t`By artist`,
  name: t`By name`,
  price: t`By price`,
  year: t`By year`,
};
export type Sorting = keyof typeof sortings;

/** The pieces, sorted. Those without a maker, name or year come last. */
export function sorted(pieces: readonly Listing[], by: Sorting): Listing[] {
  const byText = (one: string, other: string) =>
    Number(one === '') - Number(other === '') || one.localeCompare(other, 'en');
  const makers = ({ artist, artists }: Listing) => artist || artists;
  const compare: Record<Sorting, (one: Listing, other: Listing) => number> = {
    hand: () => 0,
    artist: (one, other) => byText(makers(one), makers(other)),
    name: (one, other) => byText(one.name, other.name),
    price: (one, other) => one.price - other.price,
    year: (one, other) => (one.year ?? Number.MAX_SAFE_INTEGER) - (other.year ?? Number.MAX_SAFE_INTEGER),
  };
  return pieces.toSorted(compare[by]);
}

export const hasOwnPicture = (listing: Pick<Listing, 'imageSet'>): boolean => printedImageOf(listing) !== undefined;

/** The first picture that the shop has stored. Others cannot be printed. */
export const printedImageOf = ({ imageSet }: Pick<Listing, 'imageSet'>): Listing['imageSet'][number] | undefined =>
  imageSet.find(({ url, width }) => url.startsWith('/media/') && width > 0);
