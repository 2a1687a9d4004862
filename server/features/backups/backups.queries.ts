import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';
import { dataTables, primaryKeyOf, referencedTables } from '#server/platform/database/dialect.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** A value of a column on either engine (database/tables.ts). */
export type Cell = string | number | null;

export interface TableShape {
  name: string;
  /** Sorted by name, so that both engines and all versions of a schema have the same order. */
  columns: readonly string[];
  /** The columns of the primary key, in whose order rows are read. */
  key: readonly string[];
}

const rowsPerQuery = 500;
/** SQLite binds 32,766 values in one statement at most. */
const valuesPerStatement = 30_000;

/** Every table of this database, whatever its schema version; tables come after those that they refer to. */
export async function shopTables(reader: Reader): Promise<TableShape[]> {
  const shapes: (TableShape & { parents: string[] })[] = [];
  for (const { name, columns } of await dataTables(reader)) {
    const names = columns.map((column) => column.name).toSorted();
    const key = await primaryKeyOf(reader, name);
    if (key.length === 0) throw new Error(`${name} has no primary key`);
    shapes.push({ name, columns: names, key, parents: await referencedTables(reader, name) });
  }
  return parentsFirst(shapes);
}

function parentsFirst(shapes: readonly (TableShape & { parents: string[] })[]): TableShape[] {
  let remaining = shapes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const ordered: TableShape[] = [];
  while (remaining.length > 0) {
    const known = new Set(ordered.map(({ name }) => name));
    const next = remaining.filter(({ name, parents }) =>
      parents.every((parent) => parent === name || known.has(parent)),
    );
    if (next.length === 0)
      throw new Error(`Tables refer to each other circularly: ${remaining.map(({ name }) => name)}`);
    ordered.push(...next.map(({ name, columns, key }) => ({ name, columns, key })));
    remaining = remaining.filter((shape) => !next.includes(shape));
  }
  return ordered;
}

/** All rows in the order of the primary key, in batches. A row has the cells of `columns`, in that order. */
export async function* rowsInOrder(reader: Reader, { name, columns, key }: TableShape): AsyncGenerator<Cell[][]> {
  const refs = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
  for (let last: Record<string, Cell> | undefined; ; ) {
    const lastKey = last && key.map((column) => last?.[column]);
    const after = lastKey ? sql`where (${refs(key)}) > (${sql.join(lastKey)})` : sql``;
    const { rows } = await sql<Record<string, Cell>>`select ${refs(columns)} from ${sql.table(name)} ${after}
      order by ${refs(key)} limit ${rowsPerQuery}`.execute(reader);
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => row[column] ?? null));
    if (rows.length < rowsPerQuery) return;
    last = rows.at(-1);
  }
}

/** Inserts rows, each with the cells of `columns` in that order. */
export async function insertRows(
  tx: Transaction<Tables>,
  { name, columns }: Pick<TableShape, 'name' | 'columns'>,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const perStatement = Math.max(1, Math.floor(valuesPerStatement / columns.length));
  for (let start = 0; start < rows.length; start += perStatement) {
    const lines = rows.slice(start, start + perStatement).map((cells) => sql`(${sql.join(cells)})`);
    const into = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(name)} (${into}) values ${sql.join(lines)}`.execute(tx);
  }
}

export async function deleteAllRows(tx: Transaction<Tables>, { name }: TableShape): Promise<void> {
  await sql`delete from ${sql.table(name)}`.execute(tx);
}

export async function hasRows(reader: Reader, { name }: TableShape): Promise<boolean> {
  return (await sql`select 1 from ${sql.table(name)} limit 1`.execute(reader)).rows.length > 0;
}

/**
 * Deletes the sessions, the links in emails and the sign-ins that wait for a second factor: somebody may have ended them after the
 * backup was made. Without a session nobody is online.
 */
export async function endSessionsAndLinks(tx: Transaction<Tables>): Promise<void> {
  await tx.deleteFrom('sessions').execute();
  await tx.deleteFrom('account_links').execute();
  await tx.deleteFrom('staff_invitations').execute();
  await tx.deleteFrom('sign_in_challenges').execute();
  await tx.updateTable('users').set({ last_seen_at: 0 }).execute();
}
