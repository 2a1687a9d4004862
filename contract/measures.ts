import { z } from 'zod';
import { longestMeasure, sizeClasses, smallUnits } from './listing-size.ts';

const measure = (unit: number, decimals: string) =>
  z
    .number('A measure is a number')
    .positive('A measure is more than nothing')
    .max(longestMeasure, `A measure is at most ${longestMeasure}`)
    .refine((value) => Math.round(value * unit) / unit === value, `A measure has at most ${decimals}`);

export const centimetres = measure(smallUnits.widthCm, 'one decimal');
export const kilograms = measure(smallUnits.weightKg, 'three decimals');

/** The measures of a listing (null: not known) and its size class. If the class is empty, `sizeClassOf` derives it from the measures. */
export const listingSize = {
  widthCm: centimetres.nullable(),
  heightCm: centimetres.nullable(),
  depthCm: centimetres.nullable(),
  weightKg: kilograms.nullable(),
  sizeClass: z.enum([...sizeClasses, '']),
};
