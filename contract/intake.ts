import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { intakeFields } from './intake-cells.ts';
import { limits } from './limits.ts';
import { id, line } from './text.ts';

/** A photograph that waits to become a picture of a piece. */
const intakePicture = z.object({
  id: z.string(),
  fileName: z.string(),
  folder: z.string(),
  /** The address of a small variant; null until it is made. */
  thumbnail: z.string().nullable(),
  /** Hex colour, shown while there is no thumbnail. */
  placeholder: z.string(),
});
export type IntakePicture = z.infer<typeof intakePicture>;

/** A row of the grid: the photographs of one piece, the main one first, and what was typed about it. */
const intakePiece = z.object({
  id: z.string(),
  cells: z.record(z.enum(intakeFields), z.string()),
  pictures: z.array(intakePicture),
});
export type IntakePiece = z.infer<typeof intakePiece>;

/** The name and the folder of a file on the computer of the person who sends it. */
const sentFile = {
  name: line(limits.shortText * 2, 'A file has a name'),
  /** The path of its folder, which begins with the one that was chosen; empty for a single file. */
  folder: line(limits.url).default(''),
};
/** Epoch milliseconds. */
const milliseconds = z.coerce.number().int().min(0).max(8.64e15);

/** One reason why a row did not become a draft. `path` is the name of a column, or `images`. */
const issue = z.object({ path: z.string(), message: z.string() });

const cellChange = z.object({ pieceId: id, field: z.enum(intakeFields), value: line(limits.intakeCell) });
/** A text that was typed in a cell. */
export type CellChange = z.infer<typeof cellChange>;

const pictureIds = z.array(id).min(1, 'Please choose photographs first').max(limits.intakePictures);

export const intakeEndpoints = {
  getIntake: endpoint({
    method: 'GET',
    path: '/admin/intake',
    access: 'staff',
    summary: 'The photographs that wait to become pieces, with what was typed about these',
    /** The version that the caller has: if it is still the latest, `pieces` is null. */
    query: z.object({ seen: z.string().max(64).optional() }),
    reply: z.object({
      /** The version of this answer; the next call sends it as `seen`. */
      version: z.string(),
      pieces: z.array(intakePiece).nullable(),
      /** When the first of the waiting pieces will be removed; null if nothing waits. */
      keptUntil: z.string().nullable(),
    }),
  }),
  findMissingFiles: endpoint({
    method: 'POST',
    path: '/admin/intake/files',
    access: 'staff',
    summary: 'Which of these files have not arrived yet, by name, folder, size and time',
    body: z.object({
      files: z
        .array(z.object({ ...sentFile, size: z.number().int().min(0), modifiedAt: milliseconds }))
        .max(limits.intakePictures),
    }),
    /** Positions in `files`. */
    reply: z.object({ missing: z.array(z.number()) }),
  }),
  uploadToIntake: endpoint({
    method: 'POST',
    path: '/admin/intake/pictures',
    access: 'staff',
    summary:
      'Upload one photograph, which is grouped with those that wait or added to the draft of its piece; one that has arrived before changes nothing',
    query: z.object({ ...sentFile, modifiedAt: milliseconds }),
    upload: { field: 'images', count: 1 },
    /** `draftId`: the draft that it was added to; null if it waits or has arrived before. */
    reply: z.object({ isNew: z.boolean(), draftId: z.string().nullable() }),
    refuses: [409],
  }),
  saveCells: endpoint({
    method: 'PUT',
    path: '/admin/intake/cells',
    access: 'staff',
    summary: 'Save typed cells. Of two values for one cell the later one stays',
    body: z.object({ changes: z.array(cellChange).max(limits.intakePieces * intakeFields.length) }),
    /** `gone`: the ids of pieces that do not wait any more; what was typed about them is not saved. */
    reply: z.object({ gone: z.array(z.string()) }),
  }),
  movePictures: endpoint({
    method: 'POST',
    path: '/admin/intake/move',
    access: 'staff',
    summary: 'Move photographs to another piece, or to a new one; a piece without photographs goes',
    body: z.object({ pictureIds, pieceId: id.nullable() }),
    reply: z.object({ pieceId: z.string() }),
    refuses: [409],
  }),
  putPictureFirst: endpoint({
    method: 'POST',
    path: '/admin/intake/first',
    access: 'staff',
    summary: 'Make a photograph the main one of its piece',
    body: z.object({ pictureId: id }),
    reply: z.object({}),
    refuses: [409],
  }),
  removeFromIntake: endpoint({
    method: 'POST',
    path: '/admin/intake/remove',
    access: 'staff',
    summary: 'Remove photographs that wait',
    body: z.object({ pictureIds }),
    reply: z.object({ removed: z.number() }),
  }),
  makeDrafts: endpoint({
    method: 'POST',
    path: '/admin/intake/drafts',
    access: 'staff',
    summary: 'Make drafts of all pieces without errors, or of these; the others stay',
    body: z.object({ pieceIds: z.array(id).max(limits.intakePieces).optional() }),
    reply: z.object({
      /** The pieces that became drafts, now or before, each with the id of its draft. */
      made: z.array(z.object({ pieceId: z.string(), listingId: z.string() })),
      left: z.array(z.object({ pieceId: z.string(), issues: z.array(issue) })),
    }),
  }),
};
