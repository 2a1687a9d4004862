import type { Image } from '#contract/catalog.ts';
import { mediaAddress } from '#contract/media-address.ts';
import type { Reader } from '#server/database/database.ts';
import { plainGround } from './clean-picture.ts';
import { selectFilesOfRows, selectLogo, selectPicturesByUrl } from './media.queries.ts';

export { filesOfShop } from './files-of-shop.ts';
export {
  deletePictures,
  selectDemoPictures as demoPictures,
  selectUnfinishedCount as countUnfinishedPictures,
} from './media.queries.ts';
export { StoreAway } from './store-away.ts';
export { type ListedFile, localFiles, type StoredFiles } from './stored-files.ts';

type PictureFacts = Omit<Image, 'alt'>;

/**
 * The pictures of many pieces as pages show them, in the order given, by one query. An online picture has no known size and
 * no variants; an own one has those that are ready, narrowest first.
 */
export async function imageSets(
  reader: Reader,
  sets: readonly (readonly { url: string; alt: string }[])[],
): Promise<Image[][]> {
  const facts = await factsOf(
    reader,
    new Set(
      sets
        .flat()
        .map((image) => image.url)
        .filter(isOwn),
    ),
  );
  return sets.map((set) => set.map(({ url, alt }) => ({ ...(facts.get(url) ?? unknownPicture(url)), alt })));
}

/** Path of the shop's logo below /media; null if none. */
export function findLogo(reader: Reader): Promise<string | null> {
  return selectLogo(reader);
}

/** Every file that pictures and the logo are made of, by its name among the stored ones: `<hash>/640.avif`. */
export async function filesOfMedia(reader: Reader): Promise<string[]> {
  const paths = await selectFilesOfRows(reader);
  return [...new Set(paths)].map((path) => path.slice('/media/'.length)).toSorted();
}

/** Files of finished pictures never change, so what was read once holds as long as the connection it was read from. */
const finishedPictures = new WeakMap<Reader, Map<string, PictureFacts>>();
const picturesRemembered = 5_000;

async function factsOf(reader: Reader, urls: ReadonlySet<string>): Promise<ReadonlyMap<string, PictureFacts>> {
  const remembered = finishedPictures.get(reader) ?? new Map<string, PictureFacts>();
  const unknown = [...urls].filter((url) => !remembered.has(url));
  if (unknown.length === 0) return remembered;

  const found = new Map(remembered);
  if (remembered.size > picturesRemembered) remembered.clear();
  for (const { url, width, height, placeholder, variants, finished_at } of await selectPicturesByUrl(reader, unknown)) {
    const facts: PictureFacts = { url, width, height, placeholder, variants };
    found.set(url, facts);
    if (finished_at !== null) remembered.set(url, facts);
  }
  finishedPictures.set(reader, remembered);
  return found;
}

const isOwn = (url: string) => url.startsWith('/media/');
const unknownPicture = (url: string): PictureFacts => ({
  url: mediaAddress(url),
  width: 0,
  height: 0,
  placeholder: plainGround,
  variants: [],
});
