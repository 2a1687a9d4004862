import { type Kysely, sql } from 'kysely';
import { foldDiacritics } from '../../fold-text.ts';
import { largeInteger, textColumn } from '../dialect.ts';
import { createWordsFunction, createWordsIndex } from '../words-index.ts';

type AnySchema = Record<string, Record<string, unknown>>;

/** An index of the words of all listings, and the words themselves (decision 0043). */
export async function up(db: Kysely<AnySchema>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('listing_search')
    .addColumn('key', largeInteger(db), (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.notNull().references('listings.id').onDelete('cascade'))
    .addColumn('names', text, (column) => column.notNull())
    .addColumn('makers', text, (column) => column.notNull())
    .addColumn('words', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('listing_search_by_listing_id')
    .unique()
    .on('listing_search')
    .column('listing_id')
    .execute();
  await db.schema
    .createTable('search_words')
    .addColumn('word', text, (column) => column.notNull().primaryKey())
    .addColumn('listings', 'bigint', (column) => column.notNull())
    .execute();
  await createWordsFunction(db);
  await createWordsIndex(db, 'listing_search');
  await fill(db);
}

const names = ['name'];
const makers = ['artist', 'artists', 'series'];
const texts = ['size', 'info', 'spec', 'story', 'design', 'description', 'history'];
/** Number of listings read in one query. */
const batch = 500;

async function fill(db: Kysely<AnySchema>): Promise<void> {
  const counts = new Map<string, number>();
  let key = 0;
  const columns = sql.join([...names, ...makers, ...texts].map((column) => sql.ref(column)));
  for (let last = ''; ; ) {
    const { rows } = await sql<Record<string, string> & { id: string }>`
      select id, ${columns} from listings where id > ${last} order by id limit ${batch}`.execute(db);
    for (const row of rows) {
      const of = (fields: readonly string[]) => wordsOf(fields.map((field) => row[field] ?? '').join(' '));
      const all = of([...names, ...makers, ...texts]);
      for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
      key += 1;
      await sql`insert into listing_search (key, listing_id, names, makers, words) values
        (${key}, ${row.id}, ${spaced(of(names))}, ${spaced(of(makers))}, ${spaced(all)})`.execute(db);
    }
    const end = rows.at(-1);
    if (!end || rows.length < batch) break;
    last = end.id;
  }
  const counted = [...counts];
  for (let start = 0; start < counted.length; start += batch) {
    const some = counted.slice(start, start + batch).map(([word, count]) => sql`(${word}, ${count})`);
    await sql`insert into search_words (word, listings) values ${sql.join(some)}`.execute(db);
  }
}

/** The form in which new listings are written. */
const wordsOf = (text: string) => {
  const words = foldDiacritics(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, 40).toWellFormed()))].slice(0, 3_000);
};
const spaced = (words: readonly string[]) => words.map((word) => ` ${word}`).join('');
