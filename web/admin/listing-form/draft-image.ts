import type { Image, Listing } from '#contract/catalog.ts';
import type { RecordPicture } from '#contract/fields/kinds.ts';
import { limits } from '#contract/limits.ts';
import { pictureFacts } from '#contract/picture-kinds.ts';

/** One image of a listing in the form, with an address of its own. */
export type DraftImage = RecordPicture;

export function draftImagesOf({ images, imageSet }: Pick<Listing, 'images' | 'imageSet'>): DraftImage[] {
  return withAdded(
    [],
    images.map((url, position) => {
      const { alt = '', kind, ground }: Partial<Image> = imageSet[position] ?? {};
      return { url, alt, ...pictureFacts(kind, ground) };
    }),
  );
}

/** Adds images, except those that the listing already has and those beyond the limit. */
export function withAdded(images: readonly DraftImage[], added: readonly DraftImage[]): DraftImage[] {
  const byUrl = new Map(images.map((image) => [image.url, image]));
  for (const image of added) if (!byUrl.has(image.url)) byUrl.set(image.url, image);
  return [...byUrl.values()].slice(0, limits.imagesPerListing);
}

/**
 * Inserts an uploaded image between those that were chosen before and after it, wherever these are now. `chosenAs` is
 * the index under which an image was chosen; undefined if it was not uploaded in this form.
 */
export function withUploaded(
  images: readonly DraftImage[],
  url: string,
  chosenAs: (url: string) => number | undefined,
): DraftImage[] {
  const own = chosenAs(url) ?? 0;
  const next = images.findIndex((image) => (chosenAs(image.url) ?? 0) > own);
  const position = next === -1 ? images.length : next;
  const uploaded = { url, alt: '' };
  return images.some((image) => image.url === url)
    ? [...images]
    : withAdded(images.slice(0, position), [uploaded, ...images.slice(position)]);
}

/**
 * Whether the value is an absolute http(s) URL or a path below /media/, as the contract requires (contract/catalog.ts).
 */
export function isImageUrl(address: string): boolean {
  if (address.length > limits.url) return false;
  if (/^\/media\/[\w./-]+$/.test(address)) return !address.includes('..');
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** Whether the panel can show this image: its Content-Security-Policy allows only images of the shop's own origin. */
export function isOwnPicture(url: string): boolean {
  return new URL(url, window.location.href).origin === window.location.origin;
}

/**
 * URLs of small variants of a listing's images, by image URL. Images that were added in the form have no variants and
 * are shown in full.
 */
export function previewsOf(listing: Listing | null): ReadonlyMap<string, string> {
  const previews = (listing?.imageSet ?? []).flatMap(({ url, variants }) => {
    const small = variants.find(({ type, width }) => type === 'image/webp' && width >= tileWidth);
    return small ? [[url, small.url] as const] : [];
  });
  return new Map(previews);
}

/** The width of an image tile on a high-density screen, in device pixels. */
const tileWidth = 320;
