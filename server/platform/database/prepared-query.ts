import type { Compilable, CompiledQuery, Insertable, QueryResult, Updateable } from 'kysely';
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
  prepare(text: string): DirectStatement;
}

export interface DirectStatement {
  rows: (parameters: readonly unknown[]) => unknown[];
  /** Runs a statement without rows, and returns how many it changed. */
  change: (parameters: readonly unknown[]) => number;
}

const directQueries = new WeakMap<object, DirectQueries>();

/** Makes prepared queries of this connection, and of its transactions, use `queries`. */
export function queryDirectly(connection: Reader, queries: DirectQueries): void {
  directQueries.set(adapterOf(connection), queries);
}

/** A transaction has the same adapter as its connection, so that both share what is compiled. */
const adapterOf = (reader: Reader): object => reader.getExecutor().adapter;

type Build<Sample extends Values, Row> = (reader: Reader, values: Sample) => Compilable<Row>;
type Query<Sample extends Values, Answer> = (reader: Reader, values: Sample) => Promise<Answer>;

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
  return prepare(sample, build, {
    direct: keepingAnswers<Row>,
    answerOf: ({ rows }) => rows,
  });
}

/** Like `prepareQuery`, but without keeping answers in memory: for large rows, and for queries that lock. */
export function compileOnce<Sample extends Values, Row>(
  sample: Sample,
  build: Build<Sample, Row>,
): Query<Sample, Row[]> {
  return prepare(sample, build, {
    // The statement was compiled from a query whose rows have this type.
    direct: ({ version, prepare }, text) => (version === null ? (prepare(text).rows as Run<Row[]>) : null),
    answerOf: ({ rows }) => rows,
  });
}

/** Like `compileOnce`, for a statement that writes. Returns how many rows it changed. */
export function changeOnce<Sample extends Values>(
  sample: Sample,
  build: Build<Sample, unknown>,
): Query<Sample, number> {
  return prepare(sample, build, {
    direct: ({ prepare }, text) => prepare(text).change,
    answerOf: ({ numAffectedRows = 0n }) => Number(numAffectedRows),
  });
}

type Run<Answer> = (parameters: readonly unknown[]) => Answer;

/** How a statement that was compiled once is run, and what its caller gets. */
interface Use<Row, Answer> {
  /** The function that runs it without Kysely; null if Kysely has to run it. */
  direct(queries: DirectQueries, text: string): Run<Answer> | null;
  answerOf(result: QueryResult<Row>): Answer;
}

interface Prepared<Answer> {
  parameters: readonly unknown[];
  run: (reader: Reader, parameters: readonly unknown[]) => Promise<Answer> | Answer;
}

/** Lists that are longer are compiled each time. */
const longestList = 8;

function prepare<Sample extends Values, Row, Answer>(
  sample: Sample,
  build: Build<Sample, Row>,
  use: Use<Row, Answer>,
): Query<Sample, Answer> {
  const lists = Object.keys(sample).filter((name) => Array.isArray(sample[name]));
  const known = new WeakMap<object, Map<string, Prepared<Answer>>>();
  return async (reader, values) => {
    const adapter = adapterOf(reader);
    const lengths = lists.map((name) => lengthOf(values[name]));
    if (lengths.some((length) => length > longestList))
      return use.answerOf(await reader.executeQuery(build(reader, values).compile()));
    const queries = known.get(adapter) ?? new Map<string, Prepared<Answer>>();
    known.set(adapter, queries);
    const key = lengths.join();
    const query = queries.get(key) ?? prepareFor(adapter, build(reader, placeholdersFor(values)).compile(), use);
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

function prepareFor<Row, Answer>(
  adapter: object,
  query: CompiledQuery<Row>,
  { direct, answerOf }: Use<Row, Answer>,
): Prepared<Answer> {
  const queries = directQueries.get(adapter);
  const { parameters } = query;
  const run = queries && direct(queries, query.sql);
  if (run) return { parameters, run: (_reader, given) => run(given) };
  return {
    parameters,
    run: async (reader, given) => answerOf(await reader.executeQuery<Row>({ ...query, parameters: given })),
  };
}

/** How many answers of one query are kept in memory at most. */
const mostAnswers = 1_000;

/** Returns a function that runs the query, and on the connection that reads returns the same answer again until the version changes. */
function keepingAnswers<Row>({ version, prepare }: DirectQueries, text: string): Run<readonly Row[]> {
  // The statement was compiled from a query whose rows have this type.
  const read = prepare(text).rows as Run<Row[]>;
  if (version === null) return read;
  const answers = new Map<string, readonly Row[]>();
  let answeredAt: number | null = null;
  return (parameters) => {
    // The version is read before the rows, so that they are never older than the version under which they are kept.
    const current = version();
    if (current !== answeredAt || answers.size >= mostAnswers) answers.clear();
    answeredAt = current;
    const key = JSON.stringify(parameters);
    const rows = answers.get(key) ?? Object.freeze(read(parameters).map((row) => Object.freeze(row)));
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
    changeOnce(values, (into, placeholders) => into.insertInto(table).values(placeholders as never));
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
    changeOnce(values, (into, { 'where id': where, ...columns }) =>
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
