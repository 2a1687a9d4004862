import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { foldText } from '#contract/text.ts';
import {
  type Editor,
  findByInventoryNumbers,
  findEngagements,
  findRecords,
  findTakenNames,
  type ListingRecord,
  listingConflictOf,
  listingFieldsOf,
} from '#server/features/catalog/catalog.ts';
import { storedPictures } from '#server/features/media/media.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import {
  type Counts,
  deletePlans,
  type ImportRecord,
  insertPlans,
  lockImport,
  noRows,
  type PlacedPlan,
  selectKeys,
  selectSources,
  updateImport,
} from './imports.queries.ts';
import { createNames, type Names } from './names.ts';
import { createNotices } from './notices.ts';
import { type IdentifiedRow, type Known, planRow } from './plan-row.ts';
import { identityOf, type MappedColumn, type RowReading, readRow } from './read-row.ts';

/** How many rows are planned together. */
const batchSize = 40;

/**
 * Plans what an import will do with each of its rows, and stores the plans; no piece changes. Other requests run between the rows.
 * Refused: an import that was deleted meanwhile (404), one that was imported meanwhile (409).
 */
export async function planImport(shop: Shop, editor: Editor, record: ImportRecord): Promise<ImportRecord | Refusal> {
  const { read } = shop.database;
  const columns = mappedColumns(shop, record);
  const names = await createNames(read);
  const [seen, notices] = [createSeen(), createNotices()];
  const counts: Counts = { ...noRows };
  const pause = createPauses();
  for (let after = 0; ; ) {
    await pause();
    const sources = await selectSources(read, record.id, { after, limit: batchSize });
    const last = sources.at(-1);
    if (!last) break;
    const rows = sources.map((source) => ({ ...source, ...identityOf(source.cells, columns) }));
    const plans = await planBatch(shop, rows, { columns, names, seen, editor, pause });
    for (const plan of plans) {
      counts[plan.kind] += 1;
      notices.add(plan);
    }
    await pause();
    const refused = await storePlans(shop, record.id, plans, after === 0);
    if (refused) return refused;
    after = last.position;
  }
  const planned = {
    plan: shop.randomBytes(12).toString('hex'),
    columns: record.columns.map((column) => ({ ...column, found: foundIn(column.target, names) })),
    counts,
    notices: notices.sentences(),
  };
  await shop.database.write((tx) => updateImport(tx, record.id, planned));
  return { ...record, ...planned };
}

const foundIn = (target: ImportRecord['columns'][number]['target'], names: Names): string =>
  target === 'artist' || target === 'series' ? names.words(target) : '';

function mappedColumns({ settings }: Shop, { format, columns }: ImportRecord): MappedColumn[] {
  return columns.map(({ title, mark, target }) => ({ title, mark, target, format, currency: settings.currency }));
}

function storePlans(shop: Shop, id: string, plans: readonly PlacedPlan[], isFirst: boolean): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const current = await lockImport(tx, id);
    if (!current) return refuse('importNotFound');
    if (current.state !== 'planned') return refuse('importOver');
    // The earlier dry run can no longer be imported, even if planning stops half way.
    if (isFirst) {
      await deletePlans(tx, id);
      await updateImport(tx, id, { plan: '' });
    }
    await insertPlans(tx, id, plans);
    return null;
  });
}

interface Planning {
  columns: readonly MappedColumn[];
  names: Names;
  seen: Seen;
  editor: Editor;
  pause: ReturnType<typeof createPauses>;
}

interface RowWithNumber extends IdentifiedRow {
  number: string;
}

async function planBatch(shop: Shop, rows: readonly RowWithNumber[], planning: Planning): Promise<PlacedPlan[]> {
  const { read } = shop.database;
  const { pause } = planning;
  await pause();
  const pieces = await findPieces(shop, rows);
  const readings: RowReading[] = [];
  for (const row of rows) {
    const record = pieces.get(row.position)?.record;
    const piece = record ? { id: record.id, fields: listingFieldsOf(record) } : null;
    readings.push(readRow(row.cells, planning.columns, piece));
    await pause();
  }
  const known: Known = {
    pieces,
    names: planning.names,
    editor: planning.editor,
    shop,
    engagements: await findEngagements(
      read,
      [...pieces.values()].map(({ record }) => record),
      shop.clock(),
    ),
    takenNames: await findTakenNames(
      read,
      readings.map(({ values }) => String(values.name ?? '')),
    ),
    storedPictures: await storedPictures(
      read,
      readings.flatMap(({ values }) => mediaAddresses(values.images)),
    ),
    numbers: new Map(
      (
        await findByInventoryNumbers(
          read,
          readings.map(({ values }) => foldText(String(values.inventoryNumber ?? ''))),
        )
      ).map((record) => [foldText(record.inventory_number), record]),
    ),
  };
  const plans: PlacedPlan[] = [];
  await pause();
  for (const [place, row] of rows.entries()) {
    const reading = readings[place];
    if (!reading) continue;
    reading.problems.push(...planning.seen.problemsOf(row, pieces.get(row.position)?.record ?? null, reading));
    const { change, ...plan } = planRow(row, reading, known);
    const refusal = change && (await listingConflictOf(read, shop, change));
    plans.push(isRefusal(refusal) ? refusedBy(plan, refusal) : plan);
    await pause();
  }
  return plans;
}

function refusedBy({ position, plan }: PlacedPlan, { message }: Refusal): PlacedPlan {
  return { position, kind: 'refused', plan: { ...plan, values: {}, problems: [{ column: '', message, value: '' }] } };
}

const mediaAddresses = (images: unknown): string[] =>
  Array.isArray(images) ? images.filter((url) => typeof url === 'string' && url.startsWith('/media/')) : [];

/**
 * The pieces of these rows, by the position of the row, with how each was found: by id, else by inventory number, else as the piece that
 * an earlier import made of the row; never by name.
 */
async function findPieces(
  shop: Shop,
  rows: readonly RowWithNumber[],
): Promise<Map<number, { record: ListingRecord; foundBy: string }>> {
  const { read } = shop.database;
  const keys = await selectKeys(
    read,
    rows.flatMap(({ key }) => key ?? []),
  );
  const ids = new Set([...rows.flatMap(({ id }) => (id === '' ? [] : [id])), ...keys.values()]);
  const byId = new Map((await findRecords(read, [...ids])).map((record) => [record.id, record]));
  const numbers = rows.map(({ number }) => foldText(number)).filter((number) => number !== '');
  const byNumber = new Map(
    (await findByInventoryNumbers(read, numbers)).map((record) => [foldText(record.inventory_number), record]),
  );
  const found = new Map<number, { record: ListingRecord; foundBy: string }>();
  for (const { position, id, number, key } of rows) {
    const ways = [
      [byId.get(id), say('Id {id}', { id })],
      [byNumber.get(foldText(number)), say('Number {number}', { number })],
      [key === null ? undefined : byId.get(keys.get(key) ?? ''), say('An earlier import')],
    ] as const;
    const way = ways.find(([record]) => record !== undefined);
    if (way?.[0]) found.set(position, { record: way[0], foundBy: way[1] });
  }
  return found;
}

type Seen = ReturnType<typeof createSeen>;

/** Remembers the ids and inventory numbers of the rows so far, because two rows of a file cannot be about one piece. */
function createSeen() {
  const rows = new Map<string, number>();
  return {
    problemsOf(row: RowWithNumber, record: ListingRecord | null, { columnOf }: RowReading) {
      const identifiers = [
        { key: `number:${foldText(row.number)}`, value: row.number, target: 'inventoryNumber' },
        { key: `piece:${record?.id ?? row.id}`, value: record?.id ?? row.id, target: 'id' },
      ] as const;
      for (const { key, value, target } of identifiers) {
        if (value === '') continue;
        const first = rows.get(key);
        rows.set(key, first ?? row.row);
        if (first !== undefined && row.left === '')
          return [{ column: columnOf(target), message: sameInWords(target, { row: first, value }), value }];
      }
      return [];
    },
  };
}

const sameInWords = (target: 'inventoryNumber' | 'id', values: { row: number; value: string }): string =>
  target === 'id'
    ? say('Row {row} has the same piece {value}', values)
    : say('Row {row} has the same number {value}', values);
