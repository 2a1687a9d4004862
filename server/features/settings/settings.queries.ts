import type { Reader, Writer } from '#server/platform/database/database.ts';

/** JSON of the fields that were ever changed; undefined if none was. */
export async function selectSection(reader: Reader, section: string): Promise<string | undefined> {
  const row = await reader.selectFrom('settings').select('value').where('section', '=', section).executeTakeFirst();
  return row?.value;
}

/** The same of every section that was ever changed, by its name. */
export async function selectSections(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.selectFrom('settings').select(['section', 'value']).execute();
  return new Map(rows.map(({ section, value }) => [section, value]));
}

export async function writeSection(tx: Writer, row: { section: string; value: string; changed_at: number }) {
  await tx
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('section').doUpdateSet(row))
    .execute();
}
