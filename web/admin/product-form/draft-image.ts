import type { Listing } from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';

/** One picture of a piece, as the form has it. */
export interface DraftImage {
  /** No two pictures of a piece have the same. */
  url: string;
  /** What one sees, for those who do not. */
  alt: string;
}

export function draftImagesOf({ images, imageSet }: Pick<Listing, 'images' | 'imageSet'>): DraftImage[] {
  return withAdded(
    [],
    images.map((url, position) => ({ url, alt: imageSet[position]?.alt ?? '' })),
  );
}

/** Those that are there already, and those beyond the limit of a piece, are left out. */
export function withAdded(images: readonly DraftImage[], added: readonly DraftImage[]): DraftImage[] {
  const byUrl = new Map(images.map((image) => [image.url, image]));
  for (const image of added) if (!byUrl.has(image.url)) byUrl.set(image.url, image);
  return [...byUrl.values()].slice(0, limits.imagesPerListing);
}

/** The picture at `from` now stands at `to`; the others close up. */
export function moved(images: readonly DraftImage[], from: number, to: number): DraftImage[] {
  const next = [...images];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

export function isSameImages(some: readonly DraftImage[], others: readonly DraftImage[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ url, alt }, position) => url === others[position]?.url && alt === others[position]?.alt)
  );
}

/** An absolute http(s) address, or a path of this shop's own media: what the contract takes (contract/catalog.ts). */
export function isImageUrl(address: string): boolean {
  if (address.length > limits.url) return false;
  if (/^\/media\/[\w./-]+$/.test(address)) return !address.includes('..');
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** Whether this page may show it: its policy lets in no foreign host. */
export function isOwnPicture(url: string): boolean {
  return new URL(url, window.location.href).origin === window.location.origin;
}

/**
 * Where a small form of a piece's pictures is, by their addresses. Pictures added since have none: they are shown as they
 * are.
 */
export function previewsOf(listing: Listing | null): ReadonlyMap<string, string> {
  const previews = (listing?.imageSet ?? []).flatMap(({ url, variants }) => {
    const small = variants.find(({ type, width }) => type === 'image/webp' && width >= tileWidth);
    return small ? [[url, small.url] as const] : [];
  });
  return new Map(previews);
}

/** Pixels a tile of the form takes on a sharp screen. */
const tileWidth = 320;
