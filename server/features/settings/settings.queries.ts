import type { Reader, Writer } from '#server/platform/database/database.ts';
import { prepareQuery } from '#server/platform/database/prepared-query.ts';

const sectionOf = prepareQuery({ section: '' }, (reader, { section }) =>
  reader.selectFrom('settings').select('value').where('section', '=', section),
);

/** The stored JSON of a section (`parseSection` reads it); undefined if no owner has ever changed the section. */
export async function selectSection(reader: Reader, section: string): Promise<string | undefined> {
  return (await sectionOf(reader, { section }))[0]?.value;
}

const sectionsOf = prepareQuery({ sections: [''] }, (reader, { sections }) =>
  reader.selectFrom('settings').select(['section', 'value']).where('section', 'in', sections),
);

/** The stored JSON of some sections, by name. */
export async function selectSome(reader: Reader, sections: string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await sectionsOf(reader, { sections })).map(({ section, value }) => [section, value]));
}

/** The stored JSON of every section that an owner has ever changed, by the name of the section. */
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
