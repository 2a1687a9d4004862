import type { Database, Writer } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Rows by table, in the order in which they depend on each other. */
export type Rows = { [Name in keyof Tables]?: Tables[Name][] };

const thingsPerTransaction = 1_000;
/** SQLite binds at most 32,766 values in a statement, so a table may have at most 65 columns. */
const rowsPerStatement = 500;

/** Writes the rows of all things, those of 1,000 things in each transaction. */
export async function insertAll<Thing>(
  database: Database,
  things: Iterable<Thing>,
  rowsOf: (thing: Thing) => Rows,
): Promise<void> {
  let batch: Rows[] = [];
  const write = async () => {
    const full = batch;
    batch = [];
    await database.write((tx) => insertRows(tx, full));
  };
  for (const thing of things) if (batch.push(rowsOf(thing)) === thingsPerTransaction) await write();
  await write();
}

async function insertRows(tx: Writer, batch: readonly Rows[]): Promise<void> {
  const names = new Set(batch.flatMap((rows) => Object.keys(rows))) as Set<keyof Tables>;
  for (const name of names) {
    const rows = batch.flatMap((some): object[] => some[name] ?? []);
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      // Every table is typed as `users` here. At run time the query takes its columns from the rows.
      const some = rows.slice(start, start + rowsPerStatement) as Tables['users'][];
      await tx
        .insertInto(name as 'users')
        .values(some)
        .execute();
    }
  }
}
