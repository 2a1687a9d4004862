import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { LightPhotographsTable, LightSetsTable } from '#server/platform/database/light-tables.ts';

export type LightSetRow = LightSetsTable;
export type LightRow = LightPhotographsTable;

export function selectSet(reader: Reader, listingId: string): Promise<LightSetRow | undefined> {
  return reader.selectFrom('light_sets').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}

/** The photographs of a listing by azimuth, then by elevation: at most `limits.lightPhotographs`. */
export function selectLights(reader: Reader, listingId: string): Promise<LightRow[]> {
  return reader
    .selectFrom('light_photographs')
    .selectAll()
    .where('listing_id', '=', listingId)
    .orderBy('azimuth')
    .orderBy('elevation')
    .orderBy('id')
    .execute();
}

export async function upsertSet(tx: Writer, row: LightSetRow): Promise<void> {
  await tx
    .insertInto('light_sets')
    .values(row)
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(row))
    .execute();
}

/** Deletes a set; the database deletes its photographs with it. */
export async function deleteSet(tx: Writer, listingId: string): Promise<void> {
  await tx.deleteFrom('light_sets').where('listing_id', '=', listingId).execute();
}

export async function insertLight(tx: Writer, row: LightRow): Promise<void> {
  await tx.insertInto('light_photographs').values(row).execute();
}

export async function updateDirection(
  tx: Writer,
  id: string,
  { azimuth, elevation }: Pick<LightRow, 'azimuth' | 'elevation'>,
): Promise<void> {
  await tx.updateTable('light_photographs').set({ azimuth, elevation }).where('id', '=', id).execute();
}

export async function deleteLight(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('light_photographs').where('id', '=', id).execute();
}

/** The paths of all photographs of all listings. */
export async function selectLightPictures(reader: Reader): Promise<string[]> {
  const photographs = await reader.selectFrom('light_photographs').select('picture').execute();
  return photographs.map(({ picture }) => picture);
}
