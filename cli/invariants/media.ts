import { sql } from 'kysely';
import { createLocalStorage, type FileStorage, filesOfMedia, type ListedFile } from '#server/features/media/media.ts';
import { filesOfScans, possibleFilesOfScans } from '#server/features/scans/scans.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { runQuery } from './check.ts';

/** Milliseconds. A file is written before its row, but a file older than this belongs to no running upload. */
const longestUpload = 3_600_000;

export type MediaSource = string | Pick<FileStorage, 'list'>;

/**
 * Every file that a picture, the logo, a scan, a listing, its lights, an order or a condition report refers to exists, and there are no
 * other files. `media`: the storage of the files, or their folder. A running shop may delete a file between the query and the listing of
 * the files, so only a violation that is found twice is real.
 */
export async function checkMedia(reader: Reader, media: MediaSource, now: number): Promise<string[]> {
  const referenced = await referencedFiles(reader);
  const files = await (typeof media === 'string' ? createLocalStorage(media) : media).list();
  const existing = new Set(files.map(({ name }) => name));
  const missing = [...referenced].filter(([file]) => !existing.has(file));
  return [
    ...missing.map(([file, by]) => `File media/${file} of ${by} does not exist.`),
    ...(await orphans(
      reader,
      files.filter(({ name }) => !referenced.has(name)),
      now,
    )),
  ];
}

/** What refers to each file, by the file's path in the media folder. */
async function referencedFiles(reader: Reader): Promise<Map<string, string>> {
  const referenced = new Map<string, string>();
  const note = (text: string, by: string) => {
    for (const [, file = ''] of text.matchAll(ownPicture)) if (!referenced.has(file)) referenced.set(file, by);
  };
  for (const file of await filesOfMedia(reader)) referenced.set(file, 'a picture or the logo');
  for (const file of await filesOfScans(reader)) referenced.set(file, 'a scan');
  for (const { id, images } of await runQuery<{ id: string; images: string }>(
    reader,
    sql`select id, images from listings where images like '%/media/%'`,
  ))
    note(images, `piece ${id}`);
  for (const { id, snapshot } of await runQuery<{ id: string; snapshot: string }>(
    reader,
    sql`select min(order_id) as id, snapshot from order_items where snapshot like '%/media/%' group by snapshot`,
  ))
    note(snapshot, `order ${id}`);
  for (const { id, photographs } of await runQuery<{ id: string; photographs: string }>(
    reader,
    sql`select id, photographs from condition_reports where photographs like '%/media/%'`,
  ))
    note(photographs, `condition report ${id}`);
  for (const { id, picture } of await runQuery<{ id: string; picture: string }>(
    reader,
    sql`select listing_id as id, picture from light_photographs`,
  ))
    note(`"${picture}"`, `the lights of piece ${id}`);
  return referenced;
}

/** A path of this shop in JSON. The quote excludes the end of another site's address. */
const ownPicture = /"\/media\/([0-9a-f]{32}\/[a-z0-9]+\.[a-z]+)"/g;

/**
 * Returns a sentence for each file that belongs to no picture, logo, scan or catalogue and to no running upload. Variants are written
 * before the row of their picture refers to them, and a former logo stays as long as the audit refers to it.
 */
async function orphans(reader: Reader, unreferenced: readonly ListedFile[], now: number): Promise<string[]> {
  const pictures = await runQuery<{ hash: string }>(reader, sql`select hash from pictures`);
  const logos = await runQuery<{ text: string | null }>(
    reader,
    sql`select url as text from shop_logo
      union all select before from audit_entries where subject = 'logo' union all select after from audit_entries where subject = 'logo'`,
  );
  const known = new Set(pictures.map(({ hash }) => hash));
  for (const { text } of logos)
    for (const [, hash = ''] of text?.matchAll(/\/media\/([0-9a-f]{32})\//g) ?? []) known.add(hash);
  const papers = await runQuery<{ id: string }>(reader, sql`select id from catalogue_papers`);
  const temporary = new Set([...papers.map(({ id }) => `papers/${id}.pdf`), ...(await possibleFilesOfScans(reader))]);
  const sentences: string[] = [];
  for (const { name, changedAt } of unreferenced)
    if (!known.has(name.slice(0, 32)) && !temporary.has(name) && changedAt < now - longestUpload)
      sentences.push(`File media/${name} is not used by the shop.`);
  return sentences;
}
