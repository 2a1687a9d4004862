import { measureOf, priceOf, yearOf } from './typed-numbers.ts';

/** The columns of the grid of the intake in their order. Each has the name of a field of a listing. */
export const intakeFields = [
  'name',
  'price',
  'artist',
  'year',
  'medium',
  'widthCm',
  'heightCm',
  'depthCm',
  'inventoryNumber',
  'location',
] as const;
export type IntakeField = (typeof intakeFields)[number];

/** The texts in the cells of a row, as they were typed. */
export type IntakeCells = Readonly<Record<IntakeField, string>>;

export const emptyCells: IntakeCells = {
  name: '',
  price: '',
  artist: '',
  year: '',
  medium: '',
  widthCm: '',
  heightCm: '',
  depthCm: '',
  inventoryNumber: '',
  location: '',
};

/**
 * The cells as the body of a new listing, which its schema has yet to check. Empty cells are left out. A number that cannot be read stays
 * text; so does a price like `1.200`, because in some countries the point separates thousands.
 */
export function listingOfCells(cells: IntakeCells): Record<string, unknown> {
  const { price, year, widthCm, heightCm, depthCm, ...texts } = cells;
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
    ...(price.trim() !== '' && { price: (mayHaveThousandsPoint(price) ? null : priceOf(price)) ?? price }),
    ...fieldOf('year', year, yearOf),
    ...fieldOf('widthCm', widthCm, measureOf),
    ...fieldOf('heightCm', heightCm, measureOf),
    ...fieldOf('depthCm', depthCm, measureOf),
  };
}

const mayHaveThousandsPoint = (price: string) => /\.\d{3}/.test(price);

/** An object with this field: the number, or what was typed if it is no number. An empty object if the cell is empty. */
function fieldOf(field: IntakeField, typed: string, parse: (typed: string) => number | null | undefined) {
  const value = parse(typed);
  return value === undefined ? {} : { [field]: value ?? typed };
}
