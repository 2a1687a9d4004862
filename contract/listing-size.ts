/** How a listing is packed, from the smallest to the largest. `request`: no table of rates has it, the buyer asks. */
export const sizeClasses = ['small', 'medium', 'large', 'request'] as const;
export type SizeClass = (typeof sizeClasses)[number];

/** The classes that have rates. */
export const ratedClasses = ['small', 'medium', 'large'] as const;
export type RatedClass = (typeof ratedClasses)[number];

/** The measures of a listing, in centimetres with one decimal and kilograms with three. */
export const listingMeasures = ['widthCm', 'heightCm', 'depthCm', 'weightKg'] as const;
export type ListingMeasure = (typeof listingMeasures)[number];

/** Millimetres in a centimetre, grams in a kilogram: measures are stored as integers of the small unit. */
export const smallUnits: Readonly<Record<ListingMeasure, number>> = {
  widthCm: 10,
  heightCm: 10,
  depthCm: 10,
  weightKg: 1000,
};

export type Measures = Readonly<Record<ListingMeasure, number | null>>;

/** "60 x 80 cm"; empty unless two sides are known. */
export function sizeInWords({ widthCm, heightCm, depthCm }: Omit<Measures, 'weightKg'>): string {
  const sides = [widthCm, heightCm, depthCm].filter((side) => side !== null);
  return sides.length < 2 ? '' : `${sides.join(' x ')} cm`;
}

/** The largest measure of a listing: 100 metres, 10 tonnes. */
export const longestMeasure = 10_000;

/** The largest piece that a class takes. */
export interface ClassLimit {
  longestCm: number;
  heaviestKg: number;
}
export type ClassLimits = Readonly<Record<RatedClass, ClassLimit>>;

/**
 * The class of a listing: the one that it was given, or the smallest that takes its longest side and its weight. An unknown
 * weight is no obstacle; without a side the class is not known, so it is `request`.
 */
export function sizeClassOf(size: Measures & { sizeClass: SizeClass | '' }, classes: ClassLimits): SizeClass {
  if (size.sizeClass !== '') return size.sizeClass;
  const sides = [size.widthCm, size.heightCm, size.depthCm].filter((side) => side !== null);
  if (sides.length === 0) return 'request';
  const longest = Math.max(...sides);
  const fits = (name: RatedClass) =>
    longest <= classes[name].longestCm && (size.weightKg ?? 0) <= classes[name].heaviestKg;
  return ratedClasses.find(fits) ?? 'request';
}
