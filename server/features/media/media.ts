import type { Image } from '#contract/catalog.ts';
import type { LogoGround } from '#contract/media.ts';
import { mediaAddress } from '#contract/media-address.ts';
import type { PictureFacts } from '#contract/picture-kinds.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { plainGround } from '#server/platform/pictures/plain-ground.ts';
import { selectFilesOfRows, selectLogos, selectPicturesByUrl } from './media.queries.ts';
import { storedNameOf } from './stored-name.ts';

export { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
export type { FileStorage, ListedFile } from '#server/platform/object-storage/file-storage.ts';
export { createLocalStorage } from '#server/platform/object-storage/local-storage.ts';
export { ObjectStoreUnavailable } from '#server/platform/object-storage/object-store-errors.ts';
export { cleanPictureInProcess, drawLogoInProcess, nameIfKilled } from './in-picture-process.ts';
export {
  deletePictures,
  keepAfterIntake,
  type StoredPicture,
  selectDemoPictures as demoPictures,
  selectPicturesByHash as picturesByHash,
  selectUnfinishedCount as countUnfinishedPictures,
} from './media.queries.ts';
export type { KnownPicture } from './media-store.ts';
export type { PreparedVariant } from './variants.ts';

type StoredFacts = Omit<Image, 'alt'>;

/** A picture as the rows that show it, such as listings, describe it. */
export interface ShownPicture extends PictureFacts {
  url: string;
  alt: string;
}

/**
 * The pictures of many listings as pages show them, in the given order, by one query. A stored picture has the variants that are
 * ready, narrowest first; an online picture has no size and no variants.
 */
export async function imageSets(reader: Reader, sets: readonly (readonly ShownPicture[])[]): Promise<Image[][]> {
  const facts = await factsOf(
    reader,
    new Set(
      sets
        .flat()
        .map((image) => image.url)
        .filter(isStored),
    ),
  );
  return sets.map((set) =>
    set.map(({ url, alt, kind, ground }) => ({
      ...(facts.get(url) ?? unknownPicture(url)),
      alt,
      ...(kind && { kind }),
      ...(ground && { ground }),
    })),
  );
}

/** Those of `urls` that are pictures of this shop. Pictures that wait in the intake are not: they may be removed. */
export async function storedPictures(reader: Reader, urls: readonly string[]): Promise<Set<string>> {
  const pictures = await selectPicturesByUrl(reader, urls);
  return new Set(pictures.filter(({ in_intake }) => in_intake === 0).map(({ url }) => url));
}

/** Paths of the logos for light and dark ground, below /media; null for a ground without one. */
export function findLogos(reader: Reader): Promise<Record<LogoGround, string | null>> {
  return selectLogos(reader);
}

/** The path of the logo for light ground: the shop's logo where only one is shown. Null without one. */
export async function findLogo(reader: Reader): Promise<string | null> {
  return (await selectLogos(reader)).light;
}

/** The names of all files of pictures and logos, sorted, e.g. `<hash>/640.avif`. Link previews are not among them. */
export async function filesOfMedia(reader: Reader): Promise<string[]> {
  const paths = await selectFilesOfRows(reader);
  return [...new Set(paths)].map(storedNameOf).toSorted();
}

/** Cached for each database: a picture with all its variants never changes. */
const finishedPictures = new WeakMap<Reader, Map<string, StoredFacts>>();
const cacheSize = 5_000;

async function factsOf(reader: Reader, urls: ReadonlySet<string>): Promise<ReadonlyMap<string, StoredFacts>> {
  const cached = finishedPictures.get(reader) ?? new Map<string, StoredFacts>();
  const unknown = [...urls].filter((url) => !cached.has(url));
  if (unknown.length === 0) return cached;

  const found = new Map(cached);
  if (cached.size > cacheSize) cached.clear();
  for (const { url, width, height, placeholder, variants, finished_at } of await selectPicturesByUrl(reader, unknown)) {
    const facts: StoredFacts = { url, width, height, placeholder, variants };
    found.set(url, facts);
    if (finished_at !== null) cached.set(url, facts);
  }
  finishedPictures.set(reader, cached);
  return found;
}

const isStored = (url: string) => url.startsWith('/media/');
const unknownPicture = (url: string): StoredFacts => ({
  url: mediaAddress(url),
  width: 0,
  height: 0,
  placeholder: plainGround,
  variants: [],
});
