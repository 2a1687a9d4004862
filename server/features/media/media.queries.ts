import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import type { LogoGround } from '#contract/media.ts';
import { deleteFailures } from '#server/platform/concurrency/failed-work.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { PicturesTable } from '#server/platform/database/tables.ts';

const variantsOfRow = z.array(
  z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.number(), url: z.string() }),
);
export type Variant = z.infer<typeof variantsOfRow>[number];

type PictureRow = Selectable<PicturesTable>;
/** A row of `pictures` with its variants parsed; `finished_at` is null until all variants are made. */
export type StoredPicture = Omit<PictureRow, 'variants'> & { variants: Variant[] };

/**
 * Inserts pictures. One whose hash is stored already stays as it is, except that a picture of the demo which an admin uploads no
 * longer belongs to the demo, and one of the intake which is uploaded elsewhere no longer belongs to the intake alone.
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
  // Whoever uploads a picture again asks for another try to make its variants.
  await deleteFailures(
    tx,
    'pictures',
    rows.map((row) => row.hash),
  );
  const own = rows.filter((row) => row.is_demo === 0).map((row) => row.hash);
  if (own.length > 0) await tx.updateTable('pictures').set({ is_demo: 0 }).where('hash', 'in', own).execute();
  const ofOthers = rows.filter((row) => row.in_intake === 0).map((row) => row.hash);
  await keepAfterIntake(tx, ofOthers);
}

/** Marks pictures as used outside of the intake, too, so that the intake no longer deletes them. */
export async function keepAfterIntake(tx: Writer, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx
    .updateTable('pictures')
    .set({ in_intake: 0 })
    .where('hash', 'in', hashes)
    .where('in_intake', '=', 1)
    .execute();
}

export async function selectDemoPictures(reader: Reader): Promise<StoredPicture[]> {
  const rows = await reader.selectFrom('pictures').selectAll().where('is_demo', '=', 1).orderBy('hash').execute();
  return rows.map(pictureOf);
}

/** Deletes the rows only. The caller deletes the files (`MediaStore.removeFiles`) once `tx` is committed. */
export async function deletePictures(tx: Writer, pictures: readonly StoredPicture[]): Promise<void> {
  const hashes = pictures.map((picture) => picture.hash);
  if (hashes.length > 0) await tx.deleteFrom('pictures').where('hash', 'in', hashes).execute();
  await deleteFailures(tx, 'pictures', hashes);
}

/** The pictures with these URLs, in any order; unknown URLs are left out. */
export async function selectPicturesByUrl(reader: Reader, urls: readonly string[]): Promise<StoredPicture[]> {
  const found: StoredPicture[] = [];
  // PostgreSQL binds at most 65,535 values in one query, SQLite half of that.
  for (let start = 0; start < urls.length; start += 10_000) {
    const part = urls.slice(start, start + 10_000);
    const rows = await reader.selectFrom('pictures').selectAll().where('url', 'in', part).execute();
    found.push(...rows.map(pictureOf));
  }
  return found;
}

/** The pictures with these hashes, in any order; unknown hashes are left out. */
export async function selectPicturesByHash(reader: Reader, hashes: readonly string[]): Promise<StoredPicture[]> {
  if (hashes.length === 0) return [];
  return (await reader.selectFrom('pictures').selectAll().where('hash', 'in', hashes).execute()).map(pictureOf);
}

export async function selectPictureByHash(reader: Reader, hash: string): Promise<StoredPicture | null> {
  const row = await reader.selectFrom('pictures').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row ? pictureOf(row) : null;
}

/** A picture of the intake that has no variant yet, the oldest first, except the hashes in `except`; null when there is none. */
export async function selectWithoutThumbnail(reader: Reader, except: readonly string[]): Promise<StoredPicture | null> {
  let query = reader.selectFrom('pictures').selectAll().where('in_intake', '=', 1).where('variants', '=', '[]');
  if (except.length > 0) query = query.where('hash', 'not in', except);
  const row = await query.where('finished_at', 'is', null).orderBy('created_at').orderBy('hash').executeTakeFirst();
  return row ? pictureOf(row) : null;
}

/** Stores the first variant of a picture. */
export async function insertThumbnail(tx: Writer, hash: string, variant: Variant): Promise<void> {
  await tx
    .updateTable('pictures')
    .set({ variants: JSON.stringify([variant]) })
    .where('hash', '=', hash)
    .where('variants', '=', '[]')
    .execute();
}

/**
 * The next picture without all its variants, except the hashes in `except`; null when there is none. Those of the intake, which
 * nobody but staff sees, come last.
 */
export async function selectUnfinished(
  reader: Reader,
  except: readonly string[],
  from: 'oldest' | 'newest',
): Promise<StoredPicture | null> {
  const direction = from === 'oldest' ? 'asc' : 'desc';
  let query = reader.selectFrom('pictures').selectAll().where('finished_at', 'is', null);
  if (except.length > 0) query = query.where('hash', 'not in', except);
  const row = await query
    .orderBy('in_intake')
    .orderBy('created_at', direction)
    .orderBy('hash', direction)
    .limit(1)
    .executeTakeFirst();
  return row ? pictureOf(row) : null;
}

/** How many pictures wait for variants, without those that were given up. */
export async function selectUnfinishedCount(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('pictures')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('finished_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('failed_work')
            .select('item')
            .where('queue', '=', 'pictures')
            .whereRef('item', '=', 'pictures.hash')
            .where('given_up_at', 'is not', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores all variants of a picture. False if another process has stored them before, or if only the intake uses the picture. */
export async function finishPicture(
  tx: Writer,
  hash: string,
  variants: readonly Variant[],
  at: number,
): Promise<boolean> {
  const finished = await tx
    .updateTable('pictures')
    .set({ variants: JSON.stringify(variants), finished_at: at })
    .where('hash', '=', hash)
    .where('finished_at', 'is', null)
    .returning('in_intake')
    .executeTakeFirst();
  return finished?.in_intake === 0;
}

/** Paths of all files that the rows of pictures and logos refer to. */
export async function selectFilesOfRows(reader: Reader): Promise<string[]> {
  const pictures = await reader.selectFrom('pictures').select(['url', 'variants']).execute();
  const variants = pictures.flatMap((row) => variantsOfRow.parse(JSON.parse(row.variants)));
  const logos = await reader.selectFrom('shop_logo').select('url').execute();
  return [...pictures, ...variants, ...logos].map(({ url }) => url);
}

const logoRow: Readonly<Record<LogoGround, number>> = { light: 1, dark: 2 };

export async function selectLogos(reader: Reader): Promise<Record<LogoGround, string | null>> {
  const rows = await reader.selectFrom('shop_logo').select(['id', 'url']).execute();
  const urlOf = (ground: LogoGround) => rows.find(({ id }) => id === logoRow[ground])?.url ?? null;
  return { light: urlOf('light'), dark: urlOf('dark') };
}

/** Whether a row refers to this path as a picture's original or as a logo, or it is a variant of a picture that has a row. */
export async function isKnownFile(reader: Reader, url: string): Promise<boolean> {
  if ((await selectPicturesByUrl(reader, [url])).length > 0) return true;
  const [, hash] = /^\/media\/(\w+)\/(?:\d+\.|preview\.)/.exec(url) ?? [];
  if (hash !== undefined) return (await selectPictureByHash(reader, hash)) !== null;
  return Object.values(await selectLogos(reader)).includes(url);
}

/** Stores the path of a logo. Returns the path of the logo that it replaces; null without one. */
export async function upsertLogo(tx: Writer, ground: LogoGround, url: string, at: number): Promise<string | null> {
  const logo = tx.selectFrom('shop_logo').select('url').where('id', '=', logoRow[ground]);
  const former = await lockRows(tx, logo).executeTakeFirst();
  await tx
    .insertInto('shop_logo')
    .values({ id: logoRow[ground], url, changed_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ url, changed_at: at }))
    .execute();
  return former?.url ?? null;
}

/** Deletes the row of a logo and returns its path; null when there was none. */
export async function deleteLogo(tx: Writer, ground: LogoGround): Promise<string | null> {
  const row = await tx.deleteFrom('shop_logo').where('id', '=', logoRow[ground]).returning('url').executeTakeFirst();
  return row?.url ?? null;
}

const pictureOf = (row: PictureRow): StoredPicture => ({
  ...row,
  variants: variantsOfRow.parse(JSON.parse(row.variants)),
});
