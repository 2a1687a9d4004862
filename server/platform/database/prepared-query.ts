import type { Compilable, CompiledQuery, Insertable, Updateable } from 'kysely';
import type { Reader, Writer } from './database.ts';
import type { Tables } from './tables.ts';

/** Takes the place of a value while the query is compiled. */
class Placeholder {
  readonly name: string;
  /** Which item of a list it stands for; null for a single value. */
  readonly index: number | null;

  constructor(name: string, index: number | null = null) {
    this.name = name;
    this.index = index;
  }
}

type Value = string | number | null;
/** The values that a query gets. A list is for `in`, and has at least one item. */
type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** How SQLite runs prepared queries: without Kysely. */
export interface DirectQueries {
  /**
   * Returns a number that changes with every commit of any connection and process; answers are kept until then. Null for the connection that
   * writes.
   */
  version: (() => number) | null;
  prepare(text: string): (parameters: readonly unknown[]) => unknown[];
}

const directQueries = new WeakMap<object, DirectQueries>();

/** Makes prepared queries of this connection, and of its transactions, use `queries`. */
export function queryDirectly(connection: Reader, queries: DirectQueries): void {
  directQueries.set(adapterOf(connection), queries);
}

/** A transaction has the same adapter as its connection, so that both share what is compiled. */
const adapterOf = (reader: Reader): object => reader.getExecutor().adapter;

type Build<Sample extends Values, Row> = (reader: Reader, values: Sample) => Compilable<Row>;
type Query<Sample extends Values, Rows> = (reader: Reader, values: Sample) => Promise<Rows>;

/**
 * Prepares a query that many requests run. It is compiled once for each connection and its transactions, because compiling costs about as
 * much as running it. `sample` has a value for each name, of which only the type counts. `build` gets a placeholder for each, and may only
 * use them as values of the query. Callers must not change the rows: on SQLite requests may share them until the next commit, and they are
 * frozen.
 */
export function prepareQuery<Sample extends Values, Row>(
  sample: Sample,
  build: Build<Sample, Row>,
): Query<Sample, readonly Row[]> {
  return prepare(sample, build, true);
}

/** Like `prepareQuery`, but without keeping answers in memory: for large rows, and for statements that lock or write. */
export function compileOnce<Sample extends Values, Row>(
  sample: Sample,
  build: Build<Sample, Row>,
): Query<Sample, Row[]> {
  const query = prepare(sample, build, false);
  // Without kept answers, each call gets an array of its own.
  return (reader, values) => query(reader, values) as Promise<Row[]>;
}

interface Prepared<Row> {
  parameters: readonly unknown[];
  run: (reader: Reader, parameters: readonly unknown[]) => Promise<readonly Row[]> | readonly Row[];
}

/** Lists that are longer are compiled each time. */
const longestList = 8;

function prepare<Sample extends Values, Row>(
  sample: Sample,
  build: Build<Sample, Row>,
  keepsAnswers: boolean,
): Query<Sample, readonly Row[]> {
  const lists = Object.keys(sample).filter((name) => Array.isArray(sample[name]));
  const known = new WeakMap<object, Map<string, Prepared<Row>>>();
  return async (reader, values) => {
    const adapter = adapterOf(reader);
    const lengths = lists.map((name) => lengthOf(values[name]));
    if (lengths.some((length) => length > longestList))
      return (await reader.executeQuery(build(reader, values).compile())).rows;
    const queries = known.get(adapter) ?? new Map<string, Prepared<Row>>();
    known.set(adapter, queries);
    const key = lengths.join();
    const query =
      queries.get(key) ?? prepareFor(adapter, build(reader, placeholdersFor(values)).compile(), keepsAnswers);
    queries.set(key, query);
    return query.run(
      reader,
      query.parameters.map((value) => (value instanceof Placeholder ? valueFor(values, value) : value)),
    );
  };
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);

function placeholdersFor<Sample extends Values>(values: Sample): Sample {
  const placeholders = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name),
  ]);
  // The compiler passes values on unread, so `build` cannot tell a placeholder from the value that replaces it.
  return Object.fromEntries(placeholders) as Sample;
}

function valueFor(values: Values, { name, index }: Placeholder): unknown {
  const value = values[name];
  return Array.isArray(value) && index !== null ? value[index] : value;
}

function prepareFor<Row>(adapter: object, query: CompiledQuery<Row>, keepsAnswers: boolean): Prepared<Row> {
  const direct = directQueries.get(adapter);
  const { parameters } = query;
  if (direct && direct.version === null) {
    const all = direct.prepare(query.sql);
    // The query was compiled from one whose rows have this type.
    return { parameters, run: (_reader, given) => all(given) as Row[] };
  }
  if (direct && keepsAnswers) return { parameters, run: keepingAnswers<Row>(direct, query.sql) };
  return {
    parameters,
    run: async (reader, given) => (await reader.executeQuery<Row>({ ...query, parameters: given })).rows,
  };
}

/** How many answers of one query are kept in memory at most. */
const mostAnswers = 1_000;

/** Returns a function that runs the query, and returns the same answer again until the version changes. */
function keepingAnswers<Row>(
  direct: DirectQueries,
  text: string,
): (reader: Reader, parameters: readonly unknown[]) => readonly Row[] {
  const all = direct.prepare(text);
  const answers = new Map<string, readonly Row[]>();
  let answeredAt: number | null = null;
  return (_reader, parameters) => {
    // The version is read before the rows, so that they are never older than the version under which they are kept.
    const version = direct.version?.() ?? 0;
    if (version !== answeredAt || answers.size >= mostAnswers) answers.clear();
    answeredAt = version;
    const key = JSON.stringify(parameters);
    // `text` was compiled from a query whose rows have this type.
    const rows = answers.get(key) ?? Object.freeze((all(parameters) as Row[]).map((row) => Object.freeze(row)));
    answers.set(key, rows);
    return rows;
  };
}

const inserts = new Map<string, Query<Values, unknown>>();

/** Inserts a row. The statement is compiled once for each table and its columns. */
export async function insertRow<Table extends keyof Tables>(
  tx: Writer,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<void> {
  // Rows are objects whose values are texts, numbers and null.
  const values = row as unknown as Values;
  const key = `${table} ${Object.keys(values)}`;
  // The placeholders have the columns of `row`, which has the type of the table.
  const insert =
    inserts.get(key) ??
    compileOnce(values, (into, placeholders) => into.insertInto(table).values(placeholders as never));
  inserts.set(key, insert);
  await insert(tx, values);
}

const updates = new Map<string, Query<Values, unknown>>();

/** Changes columns of the row with this id. The statement is compiled once for each table and the columns that change. */
export async function updateRow<Table extends TableWithId>(
  tx: Writer,
  table: Table,
  id: string,
  changes: Updateable<Tables[Table]>,
): Promise<void> {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return;
  const key = `${table} ${changed.map(([column]) => column)}`;
  // Rows are objects whose values are texts, numbers and null. No change has a column `where id`.
  const values = { ...Object.fromEntries(changed), 'where id': id } as Values;
  const update =
    updates.get(key) ??
    compileOnce(values, (into, { 'where id': where, ...columns }) =>
      // The placeholders have the columns of `changes`, which has the type of the table, here called by the name of one that has an id.
      into
        .updateTable(table as 'orders')
        .set(columns as never)
        .where('id', '=', where as never),
    );
  updates.set(key, update);
  await update(tx, values);
}

/** Tables whose rows have an id that is a text. */
type TableWithId = { [Table in keyof Tables]: Tables[Table] extends { id: string } ? Table : never }[keyof Tables];
