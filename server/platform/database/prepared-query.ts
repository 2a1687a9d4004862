import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

/** Takes the place of a value while the query is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** How SQLite runs prepared queries: without Kysely, and only once until something is committed. */
export interface DirectReads {
  /** Returns a number that changes with every commit of any connection and process. */
  version(): number;
  prepare(text: string): (parameters: readonly unknown[]) => unknown[];
}

const directReads = new WeakMap<Reader, DirectReads>();

/** Makes prepared queries of this reader use `reads`. */
export function readDirectly(reader: Reader, reads: DirectReads): void {
  directReads.set(reader, reads);
}

interface Prepared<Row> {
  query: CompiledQuery<Row>;
  run: (parameters: readonly unknown[]) => Promise<readonly Row[]> | readonly Row[];
}

/**
 * Prepares a query that many requests run. It is compiled once for each database, because compiling costs about as much as running it.
 * `build` gets a placeholder for each of `names`, and may only use them as values of the query. Callers must not change the rows: requests
 * may share them, and on SQLite they are frozen.
 */
export function prepareQuery<Name extends string, Row>(
  names: readonly Name[],
  build: (reader: Reader, values: Readonly<Record<Name, string>>) => Compilable<Row>,
): (reader: Reader, values: Readonly<Record<Name, string>>) => Promise<readonly Row[]> {
  // The compiler passes values on unread, so `build` cannot tell a placeholder from the text that replaces it.
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as unknown as Readonly<
    Record<Name, string>
  >;
  const prepared = new WeakMap<Reader, Prepared<Row>>();
  const prepare = (reader: Reader): Prepared<Row> => {
    const query = build(reader, placeholders).compile();
    const reads = directReads.get(reader);
    const run = reads
      ? keepingAnswers<Row>(reads, query.sql)
      : async (parameters: readonly unknown[]) => (await reader.executeQuery<Row>({ ...query, parameters })).rows;
    return { query, run };
  };
  return async (reader, values) => {
    const known = prepared.get(reader) ?? prepare(reader);
    prepared.set(reader, known);
    return known.run(
      known.query.parameters.map((value) =>
        // A placeholder has one of `names`, which are the keys of `values`.
        value instanceof Placeholder ? values[value.name as Name] : value,
      ),
    );
  };
}

/** How many answers of one query are kept in memory at most. */
const mostAnswers = 1_000;

/** Returns a function that runs the query, and returns the same answer again until the version changes. */
function keepingAnswers<Row>(reads: DirectReads, text: string): (parameters: readonly unknown[]) => readonly Row[] {
  const all = reads.prepare(text);
  const answers = new Map<string, readonly Row[]>();
  let answeredAt: number | null = null;
  return (parameters) => {
    // The version is read before the rows, so that they are never older than the version under which they are kept.
    const version = reads.version();
    if (version !== answeredAt || answers.size >= mostAnswers) answers.clear();
    answeredAt = version;
    const key = JSON.stringify(parameters);
    // `text` was compiled from a query whose rows have this type.
    const rows = answers.get(key) ?? Object.freeze((all(parameters) as Row[]).map((row) => Object.freeze(row)));
    answers.set(key, rows);
    return rows;
  };
}
