// Pieces from CSV files: dry run, import and undo (docs/behaviour/import.md, decision 0054).
import { createHash } from 'node:crypto';
import { csvText } from '#contract/csv.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { type ImportKind, type ImportTarget, importKinds, labelOfTarget } from '#contract/import-columns.ts';
import type { ImportRow, ImportSummary, PieceImport, UndoOutcome } from '#contract/imports.ts';
import type { Language } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { countAttempt, runExclusive } from '#server/features/attempts/attempts.ts';
import type { Editor } from '#server/features/catalog/catalog.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import { sayIn, translateContractText, translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { applyImport as apply } from './apply.ts';
import { formatOf, reasonTitle, usualTargets } from './formats.ts';
import {
  deleteOldImports,
  type ImportRecord,
  insertImport,
  insertSources,
  noRows,
  type RowPlan,
  type StoredColumn,
  selectAllPlans,
  selectImport,
  selectImported,
  selectPlans,
  selectSourcesAt,
  selectTargets,
  updateImport,
  upsertTargets,
} from './imports.queries.ts';
import { decimalMarkOf } from './numbers.ts';
import { planImport } from './plan-import.ts';
import { presentImport, presentRow, presentSummary } from './present.ts';
import { type FileOfPieces, readFileOfPieces } from './read-file.ts';
import { type SourceRow, sourceRowsOf } from './source-rows.ts';
import { previewUndo as preview, undoImport as undo } from './undo.ts';
import { undoPeriod } from './undo-period.ts';

export { exportPictures } from './export-pictures.ts';
export { exportPieces, exportPiecesAsJson } from './export-pieces.ts';

type Page = Pick<ListRequest, 'page' | 'pageSize'>;

/** The number of files that one person may upload within an hour. */
const filesAnHour = 60;
/** The number of rows after which other requests run. */
const rowsAtOnce = 50;

/**
 * Reads a file of pieces and plans its import; nothing is written to the pieces. The last dry run of the same person is deleted.
 * Refused: a file that cannot be read (400), too many files within an hour (429).
 */
export function readImport(
  shop: Shop,
  editor: Editor,
  { name, bytes, language }: { name: string; bytes: Buffer; language: Language },
): Promise<PieceImport | Refusal> {
  return inTurn(shop, async () => {
    const limit = { subject: `import:${editor.adminId}`, limit: filesAnHour, window: 3_600_000 };
    const limited = await shop.database.write((tx) => countAttempt(tx, shop, [limit]));
    if (limited) return limited;
    const file = await readFileOfPieces(bytes);
    if (isRefusal(file)) return file;
    const stored = await storeImport(shop, editor.adminId, name, file);
    return isRefusal(stored) ? stored : plan(shop, editor, stored, language);
  });
}

/** The imports that were applied, the latest first. */
export async function listImports(shop: Shop, page: Page): Promise<{ imports: ImportSummary[]; total: number }> {
  const { imports, total } = await selectImported(shop.database.read, rowsOf(page));
  return { imports: imports.map((record) => presentSummary(shop, record)), total };
}

/** The import with this id. Refused (404): an unknown import. */
export async function findImport(shop: Shop, id: string, language: Language): Promise<PieceImport | Refusal> {
  const record = await selectImport(shop.database.read, id);
  return record ? presentImport(shop, record, language) : refuse('importNotFound');
}

/** What the import does with each row, or with those of one kind, in the order of the file. Refused (404): an unknown import. */
export async function listImportRows(
  shop: Shop,
  id: string,
  { kind, ...page }: Page & { kind?: ImportKind | undefined },
  language: Language,
): Promise<{ rows: ImportRow[]; total: number } | Refusal> {
  const record = await selectImport(shop.database.read, id);
  if (!record) return refuse('importNotFound');
  const kinds: readonly ImportKind[] = kind === undefined ? importKinds : [kind];
  const rows = await selectPlans(shop.database.read, id, { kinds, ...rowsOf(page) });
  return {
    rows: rows.map((row) => presentRow(shop, row, language)),
    total: kinds.reduce((sum, counted) => sum + record.counts[counted], 0),
  };
}

/**
 * Sets what the columns become, remembers it for files with the same titles, and plans the import again. Refused: an unknown import
 * (404), one that was made already (409), other columns than those of the file, and two that become the same (400).
 */
export function changeColumns(
  shop: Shop,
  editor: Editor,
  id: string,
  targets: readonly (ImportTarget | null)[],
  language: Language,
): Promise<PieceImport | Refusal> {
  return inTurn(shop, async () => {
    const record = await selectImport(shop.database.read, id);
    if (!record) return refuse('importNotFound');
    if (record.state !== 'planned') return refuse('importOver');
    if (targets.length !== record.columns.length) return refuse('importTargetsWrong');
    const twice = targets.find((target, place) => target !== null && targets.indexOf(target) !== place);
    if (twice) return refuse('importTargetTwice', { target: translateContractText(labelOfTarget(twice), language) });
    const columns = record.columns.map((column, place) => ({ ...column, target: targets[place] ?? null }));
    await shop.database.write(async (tx) => {
      await upsertTargets(tx, record.titles_hash, { targets, at: shop.clock() });
      await updateImport(tx, id, { columns });
    });
    return plan(shop, editor, { ...record, columns }, language);
  });
}

/** Applies an import, as `applyImport` in `apply.ts` says. */
export function applyImport(shop: Shop, wanted: Parameters<typeof apply>[1]): Promise<PieceImport | Refusal> {
  return inTurn(shop, async () => {
    const record = await apply(shop, wanted);
    return isRefusal(record) ? record : presentImport(shop, record, wanted.language);
  });
}

/** What `undoImport` would do now. Its refusals are the same. */
export const previewUndo = (shop: Shop, wanted: Parameters<typeof preview>[1]): Promise<UndoOutcome | Refusal> =>
  preview(shop, wanted);

/** Takes an import back, as `undoImport` in `undo.ts` says. */
export function undoImport(shop: Shop, wanted: Parameters<typeof undo>[1]): Promise<UndoOutcome | Refusal> {
  return inTurn(shop, () => undo(shop, wanted));
}

/**
 * A CSV file of the refused rows, with a first column that says why. The title of that column is the same in all languages, so that it
 * is recognised when the corrected file is read. Refused (404): an unknown import.
 */
export async function refusedRows(shop: Shop, id: string, language: Language): Promise<string | Refusal> {
  const { read } = shop.database;
  const record = await selectImport(read, id);
  if (!record) return refuse('importNotFound');
  const rows: string[][] = [];
  const pause = createPauses();
  const refused = await selectAllPlans(read, id, ['refused']);
  for (let start = 0; start < refused.length; start += rowsAtOnce) {
    const part = refused.slice(start, start + rowsAtOnce);
    const places = part.map(({ position }) => position);
    const sources = new Map((await selectSourcesAt(read, id, places)).map((source) => [source.position, source]));
    for (const { position, plan: planned } of part) {
      const source = sources.get(position);
      if (source) rows.push([reasonsOf(planned, language), ...source.cells]);
    }
    await pause();
  }
  return csvText([[reasonTitle, ...record.columns.map(({ title }) => title)], ...rows]);
}

function reasonsOf({ row, problems }: RowPlan, language: Language): string {
  const say = sayIn(language);
  const reasons = problems.map(({ column, message }) => {
    const reason = translateText(message, language);
    return column === '' ? reason : `${column}: ${reason}`;
  });
  return say('Row {row}. {reasons}', { row, reasons: reasons.join('. ') });
}

/** Runs one import at a time, so that few large files are in memory. */
const inTurn = <Answer>(shop: Shop, work: () => Promise<Answer>) => runExclusive(shop, 'imports', work);

async function plan(
  shop: Shop,
  editor: Editor,
  record: ImportRecord,
  language: Language,
): Promise<PieceImport | Refusal> {
  const planned = await planImport(shop, editor, record);
  return isRefusal(planned) ? planned : presentImport(shop, planned, language);
}

async function storeImport(
  shop: Shop,
  adminId: string,
  name: string,
  file: FileOfPieces,
): Promise<ImportRecord | Refusal> {
  const format = formatOf(file.titles);
  const sources = await sourceRowsOf(format, file, { now: shop.clock(), timeZone: shop.settings.timeZone });
  if (isRefusal(sources)) return sources;
  const titles_hash = createHash('sha256').update(JSON.stringify(file.titles)).digest('hex');
  const remembered = await selectTargets(shop.database.read, titles_hash);
  const targets = remembered ?? usualTargets(format, file.titles, shop.settings.currency);
  const created_at = shop.clock();
  const record: ImportRecord = {
    id: shop.randomBytes(12).toString('hex'),
    admin_id: adminId,
    file_name: fileNameOf(name),
    format,
    state: 'planned',
    titles_hash,
    created_at,
    columns: await columnsOf(file.titles, sources, targets),
    plan: '',
    counts: noRows,
    notices: [],
    made: { artists: [], series: [] },
    imported_at: null,
    undone_at: null,
  };
  await shop.database.write(async (tx) => {
    const pause = createPauses();
    await deleteOldImports(tx, adminId, created_at - undoPeriod);
    await insertImport(tx, record);
    const placed = sources.map((source, index) => ({ ...source, position: index + 1 }));
    for (let start = 0; start < placed.length; start += rowsAtOnce) {
      await insertSources(tx, record.id, placed.slice(start, start + rowsAtOnce));
      await pause();
    }
  });
  return record;
}

/** The name of a file without its path and without invisible characters, cut to the length of a short text. */
const fileNameOf = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cs}\p{Cf}]/gu, '').slice(0, limits.shortText) || 'pieces.csv';

async function columnsOf(
  titles: readonly string[],
  sources: readonly SourceRow[],
  targets: readonly (ImportTarget | null)[],
): Promise<StoredColumn[]> {
  const pause = createPauses();
  const columns: StoredColumn[] = [];
  for (const [place, title] of titles.entries()) {
    const cells = sources.map((source) => source.cells[place] ?? '').filter((cell) => cell.trim() !== '');
    const short = cells.filter((cell) => cell.length < 40);
    const [sample = ''] = cells;
    columns.push({
      title,
      sample: sample.slice(0, 1_000),
      mark: decimalMarkOf(short),
      target: targets[place] ?? null,
      found: '',
    });
    await pause();
  }
  return columns;
}
