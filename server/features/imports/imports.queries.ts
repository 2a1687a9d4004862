import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type ImportKind, importKinds, importTargets } from '#contract/import-columns.ts';
import { listingFields } from '#contract/listing-conflict.ts';
import { listingStatuses } from '#contract/states.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type { ImportsTable } from '#server/platform/database/import-tables.ts';

const target = z.enum(importTargets).nullable();

const sourceRow = z.object({
  row: z.number(),
  cells: z.array(z.string()),
  key: z.string().nullable(),
  left: z.string(),
  warnings: z.array(z.string()),
});

const storedColumn = z.object({
  title: z.string(),
  sample: z.string(),
  mark: z.enum(['.', ',']).nullable(),
  target,
  /** How the artists or series that its cells name were found (`words` of `Names`); empty for other columns. */
  found: z.string(),
});
export type StoredColumn = z.infer<typeof storedColumn>;

const fieldChange = z.object({ field: listingFields.keyof(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.infer<typeof fieldChange>;

const rowPlan = z.object({
  row: z.number(),
  name: z.string(),
  listingId: z.string().nullable(),
  foundBy: z.string(),
  /** The id that the row gives to a new piece; null if it gives none. */
  wantedId: z.string().nullable(),
  /** The fields in wire format, as the product form would send them. */
  values: z.record(z.string(), z.unknown()),
  /** The names of an artist and a series that the import adds for this row. */
  make: z.object({ artists: z.string().optional(), series: z.string().optional() }),
  changes: z.array(fieldChange),
  problems: z.array(z.object({ column: z.string(), message: z.string(), value: z.string() })),
  reason: z.string(),
  warnings: z.array(z.string()),
  key: z.string().nullable(),
  /** The piece as it was when this was planned. */
  seen: z.object({ updatedAt: z.number(), status: z.enum(listingStatuses) }).nullable(),
});
export type RowPlan = z.infer<typeof rowPlan>;

const appliedRow = z.object({
  listingId: z.string(),
  /** The fields that the import changed; empty for a new piece. */
  changes: z.array(fieldChange),
  isNew: z.boolean(),
  /** A hash of all fields as the import left them. */
  content: z.string(),
  status: z.enum(listingStatuses),
});
export type AppliedRow = z.infer<typeof appliedRow>;

const countOfKinds = z.object({
  new: z.number(),
  change: z.number(),
  same: z.number(),
  refused: z.number(),
  left: z.number(),
});
export type Counts = z.infer<typeof countOfKinds>;

const madeNames = z.object({ artists: z.array(z.string()), series: z.array(z.string()) });

export interface ImportRecord extends Omit<Selectable<ImportsTable>, 'columns' | 'counts' | 'notices' | 'made'> {
  columns: StoredColumn[];
  counts: Counts;
  notices: string[];
  made: z.infer<typeof madeNames>;
}

export const noRows: Counts = { new: 0, change: 0, same: 0, refused: 0, left: 0 };

export async function insertImport(tx: Writer, record: ImportRecord): Promise<void> {
  await tx.insertInto('imports').values(importRowOf(record)).execute();
}

export async function updateImport(tx: Writer, id: string, changes: Partial<ImportRecord>): Promise<void> {
  const { columns, counts, notices, made, ...rest } = changes;
  await tx
    .updateTable('imports')
    .set({
      ...rest,
      ...(columns && { columns: JSON.stringify(columns) }),
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(notices && { notices: JSON.stringify(notices) }),
      ...(made && { made: JSON.stringify(made) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function selectImport(reader: Reader, id: string): Promise<ImportRecord | null> {
  const row = await reader.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? importOf(row) : null;
}

/** Reads an import and locks it until the end of the transaction. */
export async function lockImport(tx: Writer, id: string): Promise<ImportRecord | null> {
  const row = await lockRows(tx, tx.selectFrom('imports').selectAll().where('id', '=', id)).executeTakeFirst();
  return row ? importOf(row) : null;
}

/** The imports that were made, the latest first. */
export async function selectImported(
  reader: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ imports: ImportRecord[]; total: number }> {
  const made = reader.selectFrom('imports').where('imported_at', 'is not', null);
  const { total } = await made.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await made
    .selectAll()
    .orderBy('imported_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { imports: rows.map(importOf), total };
}

/**
 * Deletes the dry runs of this admin and all dry runs from before `before` (epoch milliseconds). Of the imports that were applied before
 * then, it deletes the rows and plans.
 */
export async function deleteOldImports(tx: Writer, adminId: string, before: number): Promise<void> {
  await tx
    .deleteFrom('imports')
    .where('state', '=', 'planned')
    .where((where) => where.or([where('admin_id', '=', adminId), where('created_at', '<', before)]))
    .execute();
  const over = tx.selectFrom('imports').select('id').where('imported_at', '<', before);
  await tx.deleteFrom('import_rows').where('import_id', 'in', over).execute();
  await tx.deleteFrom('import_plans').where('import_id', 'in', over).execute();
}

export interface PlacedSource extends z.infer<typeof sourceRow> {
  position: number;
}

export async function insertSources(tx: Writer, importId: string, sources: readonly PlacedSource[]): Promise<void> {
  const rows = sources.map(({ position, ...source }) => ({
    import_id: importId,
    position,
    source: JSON.stringify(source),
  }));
  if (rows.length > 0) await tx.insertInto('import_rows').values(rows).execute();
}

/** The rows after the position `after`, in the order of the file, at most `limit`. */
export async function selectSources(
  reader: Reader,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<PlacedSource[]> {
  const rows = await sourcesOf(reader, importId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(placedSource);
}

/** The rows at these positions, in any order. */
export async function selectSourcesAt(
  reader: Reader,
  importId: string,
  positions: readonly number[],
): Promise<PlacedSource[]> {
  if (positions.length === 0) return [];
  return (await sourcesOf(reader, importId).where('position', 'in', positions).execute()).map(placedSource);
}

const sourcesOf = (reader: Reader, importId: string) =>
  reader.selectFrom('import_rows').select(['position', 'source']).where('import_id', '=', importId);

const placedSource = ({ position, source }: { position: number; source: string }): PlacedSource => ({
  position,
  ...sourceRow.parse(JSON.parse(source)),
});

export interface PlacedPlan {
  position: number;
  kind: ImportKind;
  plan: RowPlan;
}

export async function deletePlans(tx: Writer, importId: string): Promise<void> {
  await tx.deleteFrom('import_plans').where('import_id', '=', importId).execute();
}

export async function insertPlans(tx: Writer, importId: string, plans: readonly PlacedPlan[]): Promise<void> {
  const rows = plans.map(({ position, kind, plan }) => ({
    import_id: importId,
    position,
    kind,
    applied: null,
    plan: JSON.stringify(plan),
  }));
  if (rows.length > 0) await tx.insertInto('import_plans').values(rows).execute();
}

interface PlanPage {
  kinds: readonly ImportKind[];
  limit: number;
  offset?: number;
  /** The position after which the page begins; instead of an offset. */
  after?: number;
}

/** A page of the planned rows of these kinds, in the order of the file. */
export async function selectPlans(
  reader: Reader,
  importId: string,
  { kinds, limit, offset = 0, after = 0 }: PlanPage,
): Promise<(PlacedPlan & { applied: AppliedRow | null })[]> {
  const rows = await reader
    .selectFrom('import_plans')
    .select(['position', 'kind', 'plan', 'applied'])
    .where('import_id', '=', importId)
    .where('position', '>', after)
    .$if(kinds.length < importKinds.length, (plans) => plans.where('kind', 'in', kinds))
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ plan, applied, ...row }) => ({
    ...row,
    plan: rowPlan.parse(JSON.parse(plan)),
    applied: applied === null ? null : appliedRow.parse(JSON.parse(applied)),
  }));
}

/** All planned rows of these kinds in the order of the file, read in parts, so that other requests run in between. */
export async function selectAllPlans(
  reader: Reader,
  importId: string,
  kinds: readonly ImportKind[],
): Promise<(PlacedPlan & { applied: AppliedRow | null })[]> {
  const pause = createPauses();
  const plans: Awaited<ReturnType<typeof selectPlans>> = [];
  for (;;) {
    const part = await selectPlans(reader, importId, { kinds, limit: 100, after: plans.at(-1)?.position ?? 0 });
    if (part.length === 0) return plans;
    plans.push(...part);
    await pause();
  }
}

export async function writeApplied(tx: Writer, importId: string, position: number, applied: AppliedRow): Promise<void> {
  await tx
    .updateTable('import_plans')
    .set({ applied: JSON.stringify(applied) })
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .execute();
}

/** The targets that somebody chose for the columns of files with these titles; null if nobody has chosen. */
export async function selectTargets(reader: Reader, titlesHash: string) {
  const row = await reader
    .selectFrom('import_targets')
    .select('targets')
    .where('titles_hash', '=', titlesHash)
    .executeTakeFirst();
  return row ? z.array(target).parse(JSON.parse(row.targets)) : null;
}

export async function upsertTargets(
  tx: Writer,
  titlesHash: string,
  { targets, at }: { targets: readonly z.infer<typeof target>[]; at: number },
): Promise<void> {
  const values = { targets: JSON.stringify(targets), used_at: at };
  await tx
    .insertInto('import_targets')
    .values({ titles_hash: titlesHash, ...values })
    .onConflict((conflict) => conflict.column('titles_hash').doUpdateSet(values))
    .execute();
}

/** The ids of the listings that earlier imports added, by the keys of their rows. */
export async function selectKeys(reader: Reader, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await reader.selectFrom('import_keys').selectAll().where('source_key', 'in', keys).execute();
  return new Map(rows.map(({ source_key, listing_id }) => [source_key, listing_id]));
}

export async function upsertKey(tx: Writer, key: string, listingId: string): Promise<void> {
  await tx
    .insertInto('import_keys')
    .values({ source_key: key, listing_id: listingId })
    .onConflict((conflict) => conflict.column('source_key').doUpdateSet({ listing_id: listingId }))
    .execute();
}

const importRowOf = ({ columns, counts, notices, made, ...rest }: ImportRecord): ImportsTable => ({
  ...rest,
  columns: JSON.stringify(columns),
  counts: JSON.stringify(counts),
  notices: JSON.stringify(notices),
  made: JSON.stringify(made),
});

const importOf = ({ columns, counts, notices, made, ...rest }: Selectable<ImportsTable>): ImportRecord => ({
  ...rest,
  columns: z.array(storedColumn).parse(JSON.parse(columns)),
  counts: countOfKinds.parse(JSON.parse(counts)),
  notices: z.array(z.string()).parse(JSON.parse(notices)),
  made: madeNames.parse(JSON.parse(made)),
});
