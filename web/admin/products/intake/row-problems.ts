import { t } from '@lingui/core/macro';
import { type IntakeField, intakeFields } from '#contract/intake-cells.ts';
import { limits } from '#contract/limits.ts';
import { checkListing } from '../../listing-form/check-listing.ts';
import { draftOf } from '../../listing-form/listing-draft.ts';
import type { Piece } from './pieces.ts';

/** Why a row cannot become a draft yet. */
export interface RowProblems {
  /** Error messages by column; `images` is for the photographs. */
  fields: Readonly<Partial<Record<IntakeField | 'images', string>>>;
  /** Required columns that are empty. */
  missing: readonly IntakeField[];
}

/** The server's error messages for a row, with the piece for which it sent them. */
export interface Refused {
  issues: readonly { path: string; message: string }[];
  piece: Pick<Piece, 'cells' | 'pictures'>;
}

/** The result of the last check of each piece. An unchanged piece gets the same object again, so that its row is not rendered again. */
const checked = new WeakMap<Piece, { currency: string; refused: Refused | undefined; problems: RowProblems }>();

/** Checks a row by the rules of the product form. A message of the server stays until its cell, or the pictures, change. */
export function problemsOf(piece: Piece, currency: string, refused: Refused | undefined): RowProblems {
  const last = checked.get(piece);
  if (last && last.currency === currency && last.refused === refused) return last.problems;
  const problems = check(piece, currency, refused);
  checked.set(piece, { currency, refused, problems });
  return problems;
}

const needed: readonly IntakeField[] = ['name', 'price'];

function check({ cells, pictures }: Piece, currency: string, refused: Refused | undefined): RowProblems {
  const missing = needed.filter((field) => cells[field].trim() === '');
  const found = checkListing({ ...draftOf(null), ...cells }, currency)?.fields ?? {};
  const said = new Map(refused?.issues.map(({ path, message }) => [path, message]));
  const fields: Partial<Record<IntakeField | 'images', string>> = {};
  const most = limits.shortText;
  for (const field of intakeFields) {
    const isUnchanged = refused !== undefined && refused.piece.cells[field] === cells[field];
    const tooLong = cells[field].trim().length > most ? t`At most ${most} characters` : undefined;
    const own = missing.includes(field) ? undefined : (found[field] ?? tooLong);
    const sentence = own ?? (isUnchanged ? said.get(field) : undefined);
    if (sentence !== undefined) fields[field] = sentence;
  }
  const ofImages = said.get('images');
  if (ofImages !== undefined && idsOf(refused?.piece.pictures) === idsOf(pictures)) fields.images = ofImages;
  return { fields, missing };
}

const idsOf = (pictures: Piece['pictures'] = []) => pictures.map(({ id }) => id).join();

export const isReady = ({ fields, missing }: RowProblems) => missing.length === 0 && Object.keys(fields).length === 0;
