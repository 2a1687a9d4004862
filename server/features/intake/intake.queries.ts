import { z } from 'zod';
import { emptyCells, type IntakeCells, intakeFields } from '#contract/intake-cells.ts';
import { dueKeyOf } from '#server/platform/concurrency/failed-work.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { IntakePicturesTable, IntakePiecesTable } from '#server/platform/database/intake-tables.ts';

export type PictureRow = IntakePicturesTable;
/** A piece with its cells parsed. */
export type PieceRow = Omit<IntakePiecesTable, 'cells'> & { cells: IntakeCells };

/** Locks the intake until the end of the transaction, and gives it a new version number. */
export async function lockIntake(tx: Writer): Promise<void> {
  const { version } = await lockRows(
    tx,
    tx.selectFrom('intake').selectAll().where('id', '=', 1),
  ).executeTakeFirstOrThrow();
  await tx
    .updateTable('intake')
    .set({ version: version + 1 })
    .where('id', '=', 1)
    .execute();
}

export async function selectVersion(reader: Reader): Promise<number> {
  const row = await reader.selectFrom('intake').select('version').where('id', '=', 1).executeTakeFirstOrThrow();
  return row.version;
}

/** The pieces that wait; at most `limits.intakePieces`. */
export async function selectWaitingPieces(reader: Reader): Promise<PieceRow[]> {
  const rows = await reader
    .selectFrom('intake_pieces')
    .selectAll()
    .where('listing_id', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(pieceOf);
}

export async function selectPiece(reader: Reader, id: string): Promise<PieceRow | null> {
  const row = await reader.selectFrom('intake_pieces').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? pieceOf(row) : null;
}

/** The photographs of all pieces that wait; at most `limits.intakePictures`. */
export function selectWaitingPictures(reader: Reader): Promise<PictureRow[]> {
  return reader
    .selectFrom('intake_pictures')
    .innerJoin('intake_pieces', 'intake_pieces.id', 'intake_pictures.piece_id')
    .selectAll('intake_pictures')
    .where('intake_pieces.listing_id', 'is', null)
    .orderBy('intake_pictures.piece_id')
    .orderBy('intake_pictures.position')
    .execute();
}

/** The photographs of pieces that became drafts, from the chosen folder that `folder` begins with and all folders below it. */
export function selectPicturesOfDrafts(
  reader: Reader,
  folder: string,
): Promise<(PictureRow & { listing_id: string })[]> {
  const [root = ''] = folder.split('/');
  const below = `${root}/`;
  return reader
    .selectFrom('intake_pictures')
    .innerJoin('intake_pieces', 'intake_pieces.id', 'intake_pictures.piece_id')
    .selectAll('intake_pictures')
    .select('listing_id')
    .where('listing_id', 'is not', null)
    .$narrowType<{ listing_id: string }>()
    .where(({ or, eb, fn, val }) =>
      or([eb('folder', '=', root), eb(fn<string>('substr', ['folder', val(1), val([...below].length)]), '=', below)]),
    )
    .orderBy('intake_pictures.piece_id')
    .orderBy('intake_pictures.position')
    .execute();
}

export async function countWaitingPictures(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('intake_pictures')
    .innerJoin('intake_pieces', 'intake_pieces.id', 'intake_pictures.piece_id')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('intake_pieces.listing_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many photographs that wait have a thumbnail. */
export async function countThumbnails(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('intake_pictures')
    .innerJoin('intake_pieces', 'intake_pieces.id', 'intake_pictures.piece_id')
    .innerJoin('pictures', 'pictures.hash', 'intake_pictures.hash')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('intake_pieces.listing_id', 'is', null)
    .where('pictures.variants', '!=', '[]')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function selectPicturesOfPiece(reader: Reader, pieceId: string): Promise<PictureRow[]> {
  return reader.selectFrom('intake_pictures').selectAll().where('piece_id', '=', pieceId).orderBy('position').execute();
}

type ArrivedRow = Pick<PictureRow, 'file_name' | 'folder' | 'size' | 'modified_at'> & Pick<PieceRow, 'listing_id'>;

/** Photographs with one of these names, including those of pieces that became drafts. At most a thousand names. */
export async function selectFiles(reader: Reader, names: readonly string[]): Promise<ArrivedRow[]> {
  if (names.length === 0) return [];
  return reader
    .selectFrom('intake_pictures')
    .innerJoin('intake_pieces', 'intake_pieces.id', 'intake_pictures.piece_id')
    .select(['file_name', 'folder', 'size', 'modified_at', 'listing_id'])
    .where('file_name', 'in', names)
    .execute();
}

/** The piece that has the photograph with this content; it may have become a draft. */
export async function selectPieceOfHash(
  reader: Reader,
  hash: string,
): Promise<Pick<PieceRow, 'id' | 'listing_id'> | null> {
  const row = await reader
    .selectFrom('intake_pictures')
    .innerJoin('intake_pieces', 'intake_pieces.id', 'intake_pictures.piece_id')
    .select(['intake_pieces.id', 'listing_id'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertPiece(tx: Writer, { cells, ...row }: PieceRow): Promise<void> {
  await tx
    .insertInto('intake_pieces')
    .values({ ...row, cells: JSON.stringify(cells) })
    .execute();
}

export async function updatePiece(
  tx: Writer,
  id: string,
  { cells, ...changes }: Partial<Omit<PieceRow, 'id'>> & Pick<PieceRow, 'changed_at'>,
): Promise<void> {
  await tx
    .updateTable('intake_pieces')
    .set({ ...changes, ...(cells && { cells: JSON.stringify(cells) }) })
    .where('id', '=', id)
    .execute();
}

export async function insertPicture(tx: Writer, row: PictureRow): Promise<void> {
  await tx.insertInto('intake_pictures').values(row).execute();
}

export async function placePicture(
  tx: Writer,
  { id, ...place }: Pick<PictureRow, 'id' | 'piece_id' | 'position'>,
): Promise<void> {
  await tx.updateTable('intake_pictures').set(place).where('id', '=', id).execute();
}

export async function deletePictureRows(tx: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('intake_pictures').where('id', 'in', ids).execute();
}

/** Deletes pieces that wait and have no photographs. */
export async function deleteEmptyPieces(tx: Writer): Promise<void> {
  await tx
    .deleteFrom('intake_pieces')
    .where('listing_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('intake_pictures')
            .select('intake_pictures.id')
            .whereRef('intake_pictures.piece_id', '=', 'intake_pieces.id'),
        ),
      ),
    )
    .execute();
}

/** Deletes a piece with the rows of its photographs. */
export async function deletePiece(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('intake_pieces').where('id', '=', id).execute();
}

/** The last change of the waiting piece that has not changed for the longest time, epoch milliseconds; null if nothing waits. */
export async function selectOldestWaiting(reader: Reader): Promise<number | null> {
  const { oldest } = await reader
    .selectFrom('intake_pieces')
    .select((eb) => eb.fn.min('changed_at').as('oldest'))
    .where('listing_id', 'is', null)
    .executeTakeFirstOrThrow();
  return oldest === null ? null : Number(oldest);
}

/** The piece whose last change is longest ago, except those `resting` (`dueKey`); it may have become a draft. */
export async function selectOldest(
  reader: Reader,
  resting: readonly string[],
): Promise<Pick<PieceRow, 'id' | 'changed_at'> | null> {
  const row = await reader
    .selectFrom('intake_pieces')
    .select(['id', 'changed_at'])
    .$if(resting.length > 0, (query) => query.where(dueKeyOf('id', 'changed_at'), 'not in', resting))
    .orderBy('changed_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const cellsOfRow = z.partialRecord(z.enum(intakeFields), z.string());

const pieceOf = (row: IntakePiecesTable): PieceRow => ({
  ...row,
  cells: { ...emptyCells, ...cellsOfRow.parse(JSON.parse(row.cells)) },
});
