/** Size classes of listings, from the smallest to the largest. `request`: there are no rates for it, so the buyer has to ask. */
export const sizeClasses = ['small', 'medium', 'large', 'request'] as const;
export type SizeClass = (typeof sizeClasses)[number];

/** The classes that have rates. */
export const ratedClasses = ['small', 'medium', 'large'] as const;
export type RatedClass = (typeof ratedClasses)[number];

/** The measures of a listing, in centimetres with at most one decimal and kilograms with at most three. */
export type Measures = Readonly<Record<'widthCm' | 'heightCm' | 'depthCm' | 'weightKg', number | null>>;

/** The size of a listing, like "60 x 80 cm"; empty unless at least two sides are known. */
export function sizeInWords({ widthCm, heightCm, depthCm }: Omit<Measures, 'weightKg'>): string {
  const sides = [widthCm, heightCm, depthCm].filter((side) => side !== null);
  return sides.length < 2 ? '' : `${sides.join(' x ')} cm`;
}

/** The largest value of a measure: 100 metres, 10 tonnes. */
export const longestMeasure = 10_000;

/** The largest piece that a class takes. */
export interface ClassLimit {
  longestCm: number;
  heaviestKg: number;
}
export type ClassLimits = Readonly<Record<RatedClass, ClassLimit>>;

/**
 * The class of a listing: the one that it was given, or else the smallest that takes its longest side and its weight. An unknown
 * weight counts as 0. `request` if no side is known, or the listing is too large or too heavy for every class.
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
