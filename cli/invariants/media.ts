import { sql } from 'kysely';
import { createLocalStorage, type FileStorage, filesOfMedia, type ListedFile } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { rowsOf } from './check.ts';

/** A file is there before its row; longer than this, milliseconds, no upload is under way. */
const grace = 3_600_000;

export type MediaPlace = string | Pick<FileStorage, 'list'>;

/**
 * Every file is there that a picture, the logo, a piece or an order names, and none that nothing names. `media`: the shop's
 * stored files, or the folder of them. A shop that is open may take a picture away between the two looks: what is violated twice is.
 */
export async function checkMedia(reader: Reader, media: MediaPlace, now: number): Promise<string[]> {
  const named = await namedFiles(reader);
  const files = await (typeof media === 'string' ? createLocalStorage(media) : media).list();
  const present = new Set(files.map(({ name }) => name));
  const missing = [...named].filter(([file]) => !present.has(file));
  return [
    ...missing.map(([file, by]) => `File media/${file} of ${by} is not there.`),
    ...(await orphans(
      reader,
      files.filter(({ name }) => !named.has(name)),
      now,
    )),
  ];
}

/** Who names it, by the file's place in the media folder. */
async function namedFiles(reader: Reader): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  const note = (text: string, by: string) => {
    for (const [, file = ''] of text.matchAll(ownPicture)) if (!named.has(file)) named.set(file, by);
  };
  for (const file of await filesOfMedia(reader)) named.set(file, 'a picture or the logo');
  for (const { id, images } of await rowsOf<{ id: string; images: string }>(
    reader,
    sql`select id, images from listings where images like '%/media/%'`,
  ))
    note(images, `piece ${id}`);
  for (const { id, snapshot } of await rowsOf<{ id: string; snapshot: string }>(
    reader,
    sql`select min(order_id) as id, snapshot from order_items where snapshot like '%/media/%' group by snapshot`,
  ))
    note(snapshot, `order ${id}`);
  return named;
}

/** In JSON: a path of this shop, not the end of another site's address. */
const ownPicture = /"\/media\/([0-9a-f]{32}\/[a-z0-9]+\.[a-z]+)"/g;

/** Variants are there before their picture's row names them, and a logo stays as long as the audit names it. */
async function orphans(reader: Reader, unnamed: readonly ListedFile[], now: number): Promise<string[]> {
  const pictures = await rowsOf<{ hash: string }>(reader, sql`select hash from pictures`);
  const logos = await rowsOf<{ text: string | null }>(
    reader,
    sql`select url as text from shop_logo
      union all select before from audit_entries where subject = 'logo' union all select after from audit_entries where subject = 'logo'`,
  );
  const known = new Set(pictures.map(({ hash }) => hash));
  for (const { text } of logos)
    for (const [, hash = ''] of text?.matchAll(/\/media\/([0-9a-f]{32})\//g) ?? []) known.add(hash);
  const sentences: string[] = [];
  for (const { name, changedAt } of unnamed)
    if (!known.has(name.slice(0, 32)) && changedAt < now - grace)
      sentences.push(`File media/${name} is of nothing in the shop.`);
  return sentences;
}
