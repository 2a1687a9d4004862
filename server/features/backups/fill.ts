import type { Kysely, Transaction } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';
import { lockTables } from '#server/platform/database/dialect.ts';
import { type Migrations, migrateUpTo, schemaVersion } from '#server/platform/database/migrate.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { BackupRefused } from './backup-refused.ts';
import {
  type Cell,
  deleteAllRows,
  hasRows,
  insertRows,
  rowsInOrder,
  shopTables,
  type TableShape,
} from './backups.queries.ts';
import { createTableSums, differenceOf, type TableSums } from './table-sums.ts';

/** Where the rows of a shop come from: a backup or another database. */
export interface RowSource {
  /** The latest migration of its schema. */
  schema: string;
  /** Tables come after those that they refer to. */
  tables: readonly { name: string; columns: readonly string[] }[];
  rowsOf(table: string): AsyncIterable<Cell[][]>;
}

/** Tables of an empty shop that have a row already. */
const filledByMigrations: readonly string[] = ['catalog_revision', 'card_key', 'intake'];

/**
 * Throws BackupRefused if the database has data, tables of another program or a newer schema, or if this program does not know `schema`.
 * Existing data is never overwritten.
 */
export async function requireEmptyDatabase(connection: Reader, schema: string, migrations: Migrations): Promise<void> {
  if (!Object.hasOwn(migrations, schema))
    throw new BackupRefused(
      `It was made by a newer version of the shop (schema ${schema}). Use the program of that version.`,
    );
  const current = await schemaVersion(connection);
  const tables = await shopTables(connection);
  if (current === null && tables.length > 0)
    throw new BackupRefused('The database has tables of another program. Use a separate database.');
  for (const table of tables)
    if (!filledByMigrations.includes(table.name) && (await hasRows(connection, table)))
      throw new BackupRefused('The database is not empty. Use an empty one: existing data is never overwritten.');
  if (current !== null && current > schema)
    throw new BackupRefused(`The database is empty, but its schema is newer (${current}). Use one without tables.`);
}

/**
 * Writes all rows in one transaction, with the schema of the source. Reads them back, compares counts, sums and hashes with the
 * source, applies newer migrations, and runs `finish`. Returns the sums by table. Throws BackupRefused when anything differs.
 */
export async function fillDatabase(
  connection: Kysely<Tables>,
  source: RowSource,
  migrations: Migrations,
  finish: (tx: Transaction<Tables>) => Promise<void> = async () => undefined,
): Promise<Map<string, TableSums>> {
  return connection.transaction().execute(async (tx) => {
    await migrateUpTo(tx, migrations, source.schema);
    const shapes = await shopTables(tx);
    requireSameTables(shapes, source);
    await lockTables(
      tx,
      shapes.map(({ name }) => name),
    );
    await requireEmptyDatabase(tx, source.schema, migrations);
    // Delete the rows that migrations have inserted.
    for (const shape of shapes.toReversed()) await deleteAllRows(tx, shape);
    const written = new Map<string, TableSums>();
    for (const shape of shapes) written.set(shape.name, await copyRows(tx, shape, source));
    for (const shape of shapes) await requireSameRows(tx, shape, written.get(shape.name));
    await migrateUpTo(tx, migrations, Object.keys(migrations).toSorted().at(-1) ?? source.schema);
    await finish(tx);
    return written;
  });
}

function requireSameTables(shapes: readonly TableShape[], { tables, schema }: RowSource): void {
  const describe = (list: RowSource['tables']) =>
    list
      .map(({ name, columns }) => `${name}(${columns})`)
      .toSorted()
      .join(' ');
  if (describe(shapes) === describe(tables)) return;
  const missing = shapes.filter(({ name }) => !tables.some((table) => table.name === name)).map(({ name }) => name);
  const difference = missing.length > 0 ? `it lacks ${missing.join(', ')}` : 'its tables or columns differ';
  throw new BackupRefused(`It does not have what the schema ${schema} has: ${difference}.`);
}

async function copyRows(tx: Transaction<Tables>, shape: TableShape, source: RowSource): Promise<TableSums> {
  const totals = createTableSums(shape.columns);
  for await (const rows of source.rowsOf(shape.name)) {
    for (const row of rows) totals.add(row);
    await insertRows(tx, shape, rows);
  }
  return totals.sums();
}

async function requireSameRows(tx: Reader, shape: TableShape, wanted: TableSums | undefined): Promise<void> {
  const found = await sumsOf(tx, shape);
  const difference = wanted ? differenceOf(wanted, found) : 'nothing was written';
  if (difference) throw new BackupRefused(`Table ${shape.name} was not copied correctly: ${difference}.`);
}

export async function sumsOf(reader: Reader, shape: TableShape): Promise<TableSums> {
  const totals = createTableSums(shape.columns);
  for await (const rows of rowsInOrder(reader, shape)) for (const row of rows) totals.add(row);
  return totals.sums();
}
