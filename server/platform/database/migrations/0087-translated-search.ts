import { type Kysely, sql } from 'kysely';
import { foldDiacritics } from '../../fold-text.ts';
import { indexForSqlite, largeInteger, textColumn } from '../dialect.ts';
import { alwaysReadWordsIndex, createWordsIndex } from '../words-index.ts';

type AnySchema = Record<string, Record<string, unknown>>;

/** An index of the words of translated listings, in each language (decision 0043). */
export async function up(db: Kysely<AnySchema>): Promise<void> {
  const text = textColumn(db);
  let table = db.schema
    .createTable('translated_search')
    .addColumn('key', largeInteger(db), (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.notNull().references('listings.id').onDelete('cascade'));
  for (const name of ['language', 'names', 'makers', 'words', 'medium_folded', 'medium'])
    table = table.addColumn(name, text, (column) => column.notNull());
  await table.addColumn('created_at', 'bigint', (column) => column.notNull()).execute();
  await db.schema
    .createIndex('translated_search_by_listing_id')
    .unique()
    .on('translated_search')
    .columns(['listing_id', 'language'])
    .execute();
  await db.schema
    .createTable('translated_search_words')
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('word', text, (column) => column.notNull())
    .addColumn('listings', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('translated_search_words_key', ['language', 'word'])
    .execute();
  await createWordsIndex(db, 'translated_search');
  await alwaysReadWordsIndex(db, 'translated_search');
  await fill(db);
  await sql`create index translated_search_by_medium on translated_search (language, medium_folded, medium)`.execute(
    db,
  );
  await indexForSqlite(
    db,
    sql`create index translated_search_to_rank on translated_search (language, listing_id, names, makers, created_at)`,
  );
}

const texts = ['medium', 'size', 'info', 'spec', 'story', 'design', 'description', 'history'] as const;
const columns = ['name', 'artist', 'artists', 'series', ...texts] as const;
type Texts = Readonly<Partial<Record<string, string>>>;
type Listing = Record<'id' | 'words' | 'medium_folded' | (typeof columns)[number], string> & {
  created_at: number;
  series_id: string | null;
};
/** Number of listings read in one query. */
const batch = 500;

async function fill(db: Kysely<AnySchema>): Promise<void> {
  const ofSeries = await translationsOf(db, sql`kind = 'series'`);
  const counts = new Map<string, { language: string; word: string; listings: number }>();
  let key = 0;
  for (let last = ''; ; ) {
    const { rows } = await sql<Listing>`
      select listings.id, listing_search.words, listings.medium_folded, listings.created_at, listings.series_id,
        ${sql.join(columns.map((column) => sql.ref(`listings.${column}`)))}
      from listings inner join listing_search on listing_search.listing_id = listings.id
      where listings.id > ${last} and listings.status <> 'discontinued' and listings.visibility = 'listed'
      order by listings.id limit ${batch}`.execute(db);
    const end = rows.at(-1);
    if (!end) break;
    const own = await translationsOf(
      db,
      sql`kind = 'listing' and subject_id in (${sql.join(rows.map(({ id }) => id))})`,
    );
    for (const row of rows) {
      const series = ofSeries.get(row.series_id ?? '');
      for (const [language, texts] of merged(own.get(row.id), series)) {
        const translated = translate(row, texts);
        if (!translated) continue;
        key += 1;
        await insert(db, { key, language, row, translated });
        for (const word of translated.further) {
          const count = counts.get(`${language} ${word}`) ?? { language, word, listings: 0 };
          counts.set(`${language} ${word}`, { ...count, listings: count.listings + 1 });
        }
      }
    }
    last = end.id;
  }
  const counted = [...counts.values()];
  for (let start = 0; start < counted.length; start += batch) {
    const some = counted
      .slice(start, start + batch)
      .map(({ language, word, listings }) => sql`(${language}, ${word}, ${listings})`);
    await sql`insert into translated_search_words (language, word, listings) values ${sql.join(some)}`.execute(db);
  }
}

/** The translated texts of subjects, by their ids and languages. */
async function translationsOf(db: Kysely<AnySchema>, where: ReturnType<typeof sql>) {
  const { rows } = await sql<{ subject_id: string; language: string; texts: string }>`
    select subject_id, language, texts from translations where ${where} order by language`.execute(db);
  const found = new Map<string, Map<string, Texts>>();
  for (const { subject_id, language, texts } of rows) {
    // The column has what `writeTranslation` stores: an object of texts.
    const parsed = JSON.parse(texts) as Texts;
    found.set(subject_id, (found.get(subject_id) ?? new Map<string, Texts>()).set(language, parsed));
  }
  return found;
}

/** The texts of a listing with the name of its series, by language. */
function merged(own: Map<string, Texts> | undefined, series: Map<string, Texts> | undefined): [string, Texts][] {
  const languages = [...new Set([...(own?.keys() ?? []), ...(series?.keys() ?? [])])];
  return languages.map((language) => {
    const name = series?.get(language)?.name;
    return [language, { ...own?.get(language), ...(name !== undefined && { series: name }) }];
  });
}

/** The form in which listings are written from now on; null if nothing is translated. */
function translate(row: Listing, texts: Texts) {
  const of = (fields: readonly (typeof columns)[number][]) =>
    fields.map((field) => (row[field] === '' ? '' : (texts[field] ?? '')));
  const all = wordsOf(of(columns).join(' '));
  if (all.length === 0) return null;
  const english = new Set(row.words.split(' '));
  const further = all.filter((word) => !english.has(word));
  return {
    names: spaced(wordsOf([row.name, ...of(['name'])].join(' '))),
    makers: spaced(wordsOf([row.artist, row.artists, row.series, ...of(['artists', 'series'])].join(' '))),
    words: row.words + spaced(further),
    further,
    medium: of(['medium'])[0] ?? '',
  };
}

async function insert(
  db: Kysely<AnySchema>,
  {
    key,
    language,
    row,
    translated: { names, makers, words, medium },
  }: { key: number; language: string; row: Listing; translated: NonNullable<ReturnType<typeof translate>> },
): Promise<void> {
  await sql`insert into translated_search
    (key, listing_id, language, names, makers, words, medium_folded, medium, created_at) values (${key}, ${row.id}, ${language},
    ${names}, ${makers}, ${words}, ${row.medium_folded}, ${medium}, ${row.created_at})`.execute(db);
}

const wordsOf = (text: string) => {
  const words = foldDiacritics(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, 40).toWellFormed()))].slice(0, 3_000);
};
const spaced = (words: readonly string[]) => words.map((word) => ` ${word}`).join('');
