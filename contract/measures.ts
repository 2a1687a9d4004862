import { z } from 'zod';
import { longestMeasure } from './listing-size.ts';

const measure = (unit: number, decimals: string) =>
  z
    .number('A measure is a number')
    .positive('A measure is more than nothing')
    .max(longestMeasure, `A measure is at most ${longestMeasure}`)
    .refine((value) => Math.round(value * unit) / unit === value, `A measure has at most ${decimals}`);

export const centimetres = measure(10, 'one decimal');
export const kilograms = measure(1000, 'three decimals');
