import { measureOf, priceOf, yearOf } from './typed-numbers.ts';

/** The columns of the grid of the intake in their order, named as the fields of a listing. */
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

/** What is typed in the cells of a row, as it was typed. */
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
 * The cells as the body of a new listing, whose schema still has to check them: a number that cannot be read stays text, and an empty
 * cell is left out. In some countries `1.200` is more than a thousand, so a price like this stays text, too.
 */
export function listingOfCells(cells: IntakeCells): Record<string, unknown> {
  const { price, year, widthCm, heightCm, depthCm, ...texts } = cells;
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
    ...(price.trim() !== '' && { price: (hasPointOfThousands(price) ? null : priceOf(price)) ?? price }),
    ...numberOf('year', year, yearOf),
    ...numberOf('widthCm', widthCm, measureOf),
    ...numberOf('heightCm', heightCm, measureOf),
    ...numberOf('depthCm', depthCm, measureOf),
  };
}

const hasPointOfThousands = (price: string) => /\.\d{3}/.test(price);

function numberOf(field: IntakeField, typed: string, parse: (typed: string) => number | null | undefined) {
  const value = parse(typed);
  return value === undefined ? {} : { [field]: value ?? typed };
}
