import { type IntakeCells, type IntakeField, intakeFields } from '#contract/intake-cells.ts';
import { limits } from '#contract/limits.ts';
import { checkListing } from '../../listing-form/check-listing.ts';
import { draftOf } from '../../listing-form/listing-draft.ts';

/** What keeps a row from becoming a draft. */
export interface RowProblems {
  /** Sentences by column, also `images`. */
  fields: Readonly<Partial<Record<IntakeField | 'images', string>>>;
  /** Needed columns that are empty. */
  missing: readonly IntakeField[];
}

/** What the server has said about a row, with the values that it was about. */
export interface Refused {
  issues: readonly { path: string; message: string }[];
  cells: IntakeCells;
}

const needed: readonly IntakeField[] = ['name', 'price'];

/** Checks a row by the rules of the product form. What the server has said stays until the cell changes. */
export function problemsOf(cells: IntakeCells, currency: string, refused: Refused | undefined): RowProblems {
  const missing = needed.filter((field) => cells[field].trim() === '');
  const found = checkListing({ ...draftOf(null), ...cells }, currency)?.fields ?? {};
  const said = new Map(refused?.issues.map(({ path, message }) => [path, message]));
  const fields: Partial<Record<IntakeField | 'images', string>> = {};
  for (const field of intakeFields) {
    const isUnchanged = refused !== undefined && refused.cells[field] === cells[field];
    const tooLong =
      cells[field].trim().length > limits.shortText ? `At most ${limits.shortText} characters` : undefined;
    const own = missing.includes(field) ? undefined : (found[field] ?? tooLong);
    const sentence = own ?? (isUnchanged ? said.get(field) : undefined);
    if (sentence !== undefined) fields[field] = sentence;
  }
  const ofImages = said.get('images');
  if (ofImages !== undefined) fields.images = ofImages;
  return { fields, missing };
}

export const isReady = ({ fields, missing }: RowProblems) => missing.length === 0 && Object.keys(fields).length === 0;
