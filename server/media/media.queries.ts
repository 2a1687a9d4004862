import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import type { Reader, Writer } from '#server/database/database.ts';
import type { PicturesTable } from '#server/database/tables.ts';

const variantsOfRow = z.array(
  z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.number(), url: z.string() }),
);
export type Variant = z.infer<typeof variantsOfRow>[number];

type PictureRow = Selectable<PicturesTable>;
/** A picture as the database knows it; `finished_at` null while variants are still to be made. */
export type StoredPicture = Omit<PictureRow, 'variants'> & { variants: Variant[] };

/**
 * A picture that is there already stays as it is: the same hash is the same picture. One of the demo that the owner brings, too,
 * is the demo's no more.
 */
export async function insertPictures(tx: Writer, pictures: readonly StoredPicture[]): Promise<void> {
  const rows: Insertable<PicturesTable>[] = pictures.map((picture) => ({
    ...picture,
    variants: JSON.stringify(picture.variants),
  }));
  if (rows.length === 0) return;
  await tx
    .insertInto('pictures')
    .values(rows)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  const own = rows.filter((row) => row.is_demo === 0).map((row) => row.hash);
  if (own.length > 0) await tx.updateTable('pictures').set({ is_demo: 0 }).where('hash', 'in', own).execute();
}

export async function selectDemoPictures(reader: Reader): Promise<StoredPicture[]> {
  const rows = await reader.selectFrom('pictures').selectAll().where('is_demo', '=', 1).orderBy('hash').execute();
  return rows.map(pictureOf);
}

/** Their files are the media store's to remove, once `tx` is committed. */
export async function deletePictures(tx: Writer, pictures: readonly StoredPicture[]): Promise<void> {
  const hashes = pictures.map((picture) => picture.hash);
  if (hashes.length > 0) await tx.deleteFrom('pictures').where('hash', 'in', hashes).execute();
}

/** Any order; those that do not exist are left out. */
export async function selectPicturesByUrl(reader: Reader, urls: readonly string[]): Promise<StoredPicture[]> {
  const found: StoredPicture[] = [];
  // PostgreSQL takes 65,535 values in one query, SQLite half of that.
  for (let start = 0; start < urls.length; start += 10_000) {
    const some = urls.slice(start, start + 10_000);
    const rows = await reader.selectFrom('pictures').selectAll().where('url', 'in', some).execute();
    found.push(...rows.map(pictureOf));
  }
  return found;
}

/** The next one whose variants are to be made, none of `except`. */
export async function selectUnfinished(
  reader: Reader,
  except: readonly string[],
  from: 'oldest' | 'newest',
): Promise<StoredPicture | null> {
  const direction = from === 'oldest' ? 'asc' : 'desc';
  let query = reader.selectFrom('pictures').selectAll().where('finished_at', 'is', null);
  if (except.length > 0) query = query.where('hash', 'not in', except);
  const row = await query.orderBy('created_at', direction).orderBy('hash', direction).limit(1).executeTakeFirst();
  return row ? pictureOf(row) : null;
}

export async function selectUnfinishedCount(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('pictures')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False when another process had finished it before. */
export async function finishPicture(
  tx: Writer,
  hash: string,
  variants: readonly Variant[],
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pictures')
    .set({ variants: JSON.stringify(variants), finished_at: at })
    .where('hash', '=', hash)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Paths below /media of every file that the rows of pictures and the logo name. */
export async function selectFilesOfRows(reader: Reader): Promise<string[]> {
  const pictures = await reader.selectFrom('pictures').select(['url', 'variants']).execute();
  const variants = pictures.flatMap((row) => variantsOfRow.parse(JSON.parse(row.variants)));
  const logo = await selectLogo(reader);
  return [...pictures, ...variants, ...(logo === null ? [] : [{ url: logo }])].map(({ url }) => url);
}

export async function selectLogo(reader: Reader): Promise<string | null> {
  const row = await reader.selectFrom('shop_logo').select('url').where('id', '=', 1).executeTakeFirst();
  return row?.url ?? null;
}

/** A picture's original or the logo, by its path. */
export async function isKnownFile(reader: Reader, url: string): Promise<boolean> {
  return (await selectPicturesByUrl(reader, [url])).length > 0 || (await selectLogo(reader)) === url;
}

export async function upsertLogo(tx: Writer, url: string, at: number): Promise<void> {
  await tx
    .insertInto('shop_logo')
    .values({ id: 1, url, changed_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ url, changed_at: at }))
    .execute();
}

/** Answers the path it had; null where there was none. */
export async function deleteLogo(tx: Writer): Promise<string | null> {
  const row = await tx.deleteFrom('shop_logo').where('id', '=', 1).returning('url').executeTakeFirst();
  return row?.url ?? null;
}

const pictureOf = (row: PictureRow): StoredPicture => ({
  ...row,
  variants: variantsOfRow.parse(JSON.parse(row.variants)),
});
