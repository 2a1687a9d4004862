// The index of words that each engine keeps by itself (decision 0043).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import { filterOnly, isPostgres } from './dialect.ts';

/** The tables whose column `words` is searched. It has words without diacritics, with a space before each. */
export type WordsTable = 'listing_search' | 'translated_search';

/** A word to search for. If there are several `words`, one is enough; with `isPrefix` words that begin with one match, too. */
export interface SearchedWord {
  /** The word, or the words that were meant if it is misspelt. Letters and digits only. */
  words: readonly string[];
  isPrefix: boolean;
  /** All words of the index that begin with it, if they are few: SQLite finds whole words five times as fast. */
  whole?: readonly string[] | null;
}

/** Creates the SQL function that PostgreSQL's indexes of words are made with. */
export async function createWordsFunction<Schema>(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) return;
  // Its cost keeps the planner from computing it for every row instead of reading the index.
  await sql`create function search_vector(words text) returns tsvector language plpgsql immutable parallel safe cost 10000
      as $$ begin return array_to_tsvector(array_remove(string_to_array(words, ' '), '')); end $$`.execute(db);
}

/**
 * Indexes the words of a table. The engine keeps the index itself: PostgreSQL one over an expression, SQLite a full-text table that
 * triggers fill.
 */
export async function createWordsIndex<Schema>(db: Kysely<Schema>, table: WordsTable): Promise<void> {
  const source = sql.table(table);
  const named = (end: string) => sql.ref(`${table}_${end}`);
  if (isPostgres(db)) {
    await sql`create index ${named('by_word')} on ${source} using gin (search_vector(words))`.execute(db);
    return;
  }
  const index = named('index');
  await sql`create virtual table ${index} using fts5 (words, content=${sql.lit(table)}, content_rowid='key',
    detail='none', columnsize=0, prefix='2 3', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'")`.execute(
    db,
  );
  const add = sql`insert into ${index} (rowid, words) values (new.key, new.words);`;
  const remove = sql`insert into ${index} (${index}, rowid, words) values ('delete', old.key, old.words);`;
  await sql`create trigger ${named('added')} after insert on ${source} begin ${add} end`.execute(db);
  await sql`create trigger ${named('removed')} after delete on ${source} begin ${remove} end`.execute(db);
  await sql`create trigger ${named('changed')} after update on ${source} begin ${remove} ${add} end`.execute(db);
}

/**
 * Keeps PostgreSQL from measuring how many rows have a word: for one that most of them have, it would compute the words of every row
 * instead of reading the index, which takes ten times as long.
 */
export async function alwaysReadWordsIndex<Schema>(db: Kysely<Schema>, table: WordsTable): Promise<void> {
  if (isPostgres(db)) await sql`alter index ${sql.ref(`${table}_by_word`)} alter column 1 set statistics 0`.execute(db);
}

/** Whether a row of the table has each of these words. */
export function hasWords(reader: Reader, table: WordsTable, searched: readonly SearchedWord[]): RawBuilder<boolean> {
  const each = (written: (word: string, isPrefix: boolean) => string, or: string, and: string) =>
    searched
      .map(({ words, isPrefix, whole }) => (whole ?? words).map((word) => written(word, isPrefix && !whole)).join(or))
      .map((alternatives) => `(${alternatives})`)
      .join(and);
  if (isPostgres(reader)) {
    const query = each((word, isPrefix) => `'${word}'${isPrefix ? ':*' : ''}`, ' | ', ' & ');
    return sql`search_vector(${sql.ref(`${table}.words`)}) @@ ${query}::tsquery`;
  }
  const query = each((word, isPrefix) => `"${word}"${isPrefix ? '*' : ''}`, ' OR ', ' AND ');
  const index = sql.table(`${table}_index`);
  return sql`${filterOnly(reader, `${table}.key`)} in (select rowid from ${index} where ${index} match ${query})`;
}
