import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importFormats, importKinds, importStates, importTargets } from './import-columns.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { line, pathId } from './text.ts';

const target = z.enum(importTargets).nullable();

/** A column of the file. */
const importColumn = z.object({
  title: z.string(),
  /** The first cell that is not empty, shortened. */
  sample: z.string(),
  /** Null if the column is left out. */
  target,
  /** How the cells are read, in words, for example "Comma as decimal point." */
  readAs: z.string(),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** A file that was read, and what became of it. */
const importSummary = z.object({
  id: z.string(),
  fileName: z.string(),
  format: z.enum(importFormats),
  state: z.enum(importStates),
  createdAt: z.string(),
  /** The number of rows of each kind. In a file of Shopify, all rows of one piece count as one. */
  counts: z.object({
    new: z.number().int(),
    change: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
    left: z.number().int(),
  }),
  importedAt: z.string().nullable(),
  /** Until when the import can be undone; null if it cannot. */
  undoUntil: z.string().nullable(),
});
export type ImportSummary = z.infer<typeof importSummary>;

const pieceImport = importSummary.extend({
  /** The id of the result of the dry run; each dry run has another one. Empty until the dry run has ended. */
  plan: z.string(),
  columns: z.array(importColumn),
  /** What an owner should know before the import, in sentences. */
  notices: z.array(z.string()),
});
export type PieceImport = z.infer<typeof pieceImport>;

/** What the import does, or did, with one row. All values are texts for people, shortened. */
const importRow = z.object({
  /** The number of the row in the file; the row of the titles is 1. */
  row: z.number().int(),
  kind: z.enum(importKinds),
  name: z.string(),
  listingId: z.string().nullable(),
  /** How the piece was found; empty for a new one. */
  foundBy: z.string(),
  /** The fields that change; for a new piece, all fields that get a value. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string(), warning: z.string() })),
  /** Why the row is refused. */
  problems: z.array(z.object({ column: z.string(), message: z.string(), value: z.string() })),
  /** Why the row is left out. */
  reason: z.string(),
  warnings: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRow>;

/** A row whose piece has changed since the dry run. */
export const outdatedRow = z.object({ row: z.number().int(), name: z.string(), reason: z.string() });
export type OutdatedRow = z.infer<typeof outdatedRow>;

/** A piece that an undo leaves as it is, and why. */
const keptPiece = z.object({ listingId: z.string(), name: z.string(), reason: z.string() });

/** What an undo does, or did. `kept` names at most 200 pieces. */
const undoOutcome = z.object({
  deleted: z.number().int(),
  restored: z.number().int(),
  kept: z.array(keptPiece),
  keptCount: z.number().int(),
});
export type UndoOutcome = z.infer<typeof undoOutcome>;

const byId = z.object({ id: pathId });
const page = listQuery(['date']).pick({ page: true, pageSize: true });

const exportEndpoints = {
  exportPieces: endpoint({
    method: 'GET',
    path: '/admin/export/pieces.csv',
    access: 'owner',
    summary: 'All pieces with every field of the product form; importing the file again changes nothing',
    reply: 'file',
    contentType: 'text/csv',
    refuses: [429],
  }),
  exportPiecesAsJson: endpoint({
    method: 'GET',
    path: '/admin/export/pieces.json',
    access: 'owner',
    summary: 'All pieces with every field of the product form, as a JSON array',
    reply: 'file',
    contentType: 'application/json',
    document: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    refuses: [429],
  }),
  exportPictures: endpoint({
    method: 'GET',
    path: '/admin/export/pictures.tar',
    access: 'owner',
    summary: 'The pictures of all pieces as they were uploaded, each named by its piece, in one tar archive',
    reply: 'file',
    contentType: 'application/x-tar',
    refuses: [429],
  }),
};

export const importEndpoints = {
  readImport: endpoint({
    method: 'POST',
    path: '/admin/imports',
    access: 'staff',
    summary: 'Read a CSV file of pieces and say what importing it would do; nothing is written to the pieces',
    upload: { field: 'file', count: 1 },
    reply: z.object({ import: pieceImport }),
    status: 201,
    refuses: [429],
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/admin/imports',
    access: 'staff',
    summary: 'Imports that were made, the latest first',
    query: page,
    reply: z.object({ imports: z.array(importSummary), total: z.number().int() }),
  }),
  getImport: endpoint({
    method: 'GET',
    path: '/admin/imports/:id',
    access: 'staff',
    summary: 'One import with its columns',
    params: byId,
    reply: z.object({ import: pieceImport }),
    refuses: [404],
  }),
  listImportRows: endpoint({
    method: 'GET',
    path: '/admin/imports/:id/rows',
    access: 'staff',
    summary: 'What an import does with each row, in the order of the file',
    params: byId,
    query: page.extend({ kind: z.enum(importKinds).optional() }),
    reply: z.object({ rows: z.array(importRow), total: z.number().int() }),
    refuses: [404],
  }),
  changeImportColumns: endpoint({
    method: 'PUT',
    path: '/admin/imports/:id/columns',
    access: 'staff',
    summary: 'Say what each column becomes, and look again; remembered for files with the same titles',
    params: byId,
    body: z.object({ targets: z.array(target).max(200) }),
    reply: z.object({ import: pieceImport }),
    refuses: [404, 409],
  }),
  applyImport: endpoint({
    method: 'POST',
    path: '/admin/imports/:id/apply',
    access: 'staff',
    summary: 'Write everything that the dry run showed, or nothing',
    params: byId,
    body: z.object({
      plan: line(limits.id),
      /** True leaves out rows that cannot be read. Otherwise one such row refuses the whole import (409). */
      withoutRefused: z.boolean('withoutRefused is true or false').optional(),
    }),
    reply: z.object({ import: pieceImport }),
    refuses: [404, 409],
  }),
  previewImportUndo: endpoint({
    method: 'GET',
    path: '/admin/imports/:id/undo',
    access: 'staff',
    summary: 'What an undo of the import would do',
    params: byId,
    reply: undoOutcome,
    refuses: [404, 409],
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/admin/imports/:id/undo',
    access: 'staff',
    summary: 'Take an import back, within 24 hours; pieces that were changed or used since stay as they are',
    params: byId,
    reply: undoOutcome,
    refuses: [404, 409],
  }),
  downloadRefusedRows: endpoint({
    method: 'GET',
    path: '/admin/imports/:id/refused.csv',
    access: 'staff',
    summary: 'The rows that cannot be read, with a column that says why',
    params: byId,
    reply: 'csv',
    refuses: [404],
  }),
  ...exportEndpoints,
};
