import { readFile } from 'node:fs/promises';
import type { KnownPicture, PreparedVariant } from '#server/features/media/media.ts';
import prepared from './prepared.json' with { type: 'json' };

interface PreparedPicture {
  hash: string;
  width: number;
  height: number;
  placeholder: string;
  /** The widths of its variants, in pixels. */
  avif: readonly number[];
  webp: readonly number[];
}

/** By file, such as `pictures/ledger-1.webp`. `npm run demo:prepare` writes this and the variants in `prepared/` (decision 0064). */
const pictures: Readonly<Record<string, PreparedPicture>> = prepared;

/** Reads these files of the demo, in this order. */
export function readDemoPictures(files: readonly string[]): Promise<KnownPicture[]> {
  return Promise.all(
    files.map(async (file) => {
      const picture = pictures[file];
      if (!picture) throw new Error(`${file} is not prepared: run npm run demo:prepare`);
      const { hash, width, height, placeholder } = picture;
      const bytes = await readFile(new URL(`./${file}`, import.meta.url));
      return { hash, extension: 'webp', bytes, width, height, placeholder };
    }),
  );
}

/** The variants of a picture of the demo, narrowest first; null for any other picture. */
export function findPreparedVariants(hash: string): PreparedVariant[] | null {
  const found = Object.entries(pictures).find(([, picture]) => picture.hash === hash);
  if (!found) return null;
  const [file, { width, avif, webp }] = found;
  const inFormat = (format: 'avif' | 'webp', widths: readonly number[]) =>
    widths.map((wide) => ({ width: wide, format, file: preparedFile(file, `${wide}.${format}`) }));
  const variants = [...inFormat('avif', avif), ...inFormat('webp', webp)];
  const original = { width, format: 'webp', file: null } as const;
  return [...variants.sort((one, other) => one.width - other.width), original];
}

/** Where a prepared variant is: `prepared/ledger-1/320.avif`. */
export function preparedFile(file: string, variant: string): URL {
  const name = file.replace(/^.*\//, '').replace('.webp', '');
  return new URL(`./prepared/${name}/${variant}`, import.meta.url);
}
