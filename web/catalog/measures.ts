import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import { language } from '../language/language.ts';

type Measured = Pick<Listing, 'widthCm' | 'heightCm' | 'depthCm' | 'weightKg'>;

/** Width, height and depth as far as they are known, e.g. "75 × 96 cm (29.5 × 37.8 in)"; '' if none is. */
export function dimensionsOf({ widthCm, heightCm, depthCm }: Measured): string {
  const sides = [widthCm, heightCm, depthCm].filter((side) => side !== null);
  if (sides.length === 0) return '';
  const centimetres = sides.map(decimalOf).join(' × ');
  const inches = sides.map((side) => decimalOf(Math.round((side / 2.54) * 10) / 10)).join(' × ');
  return t`${centimetres} cm (${inches} in)`;
}

/** The weight, e.g. "3.2 kg (7.1 lb)"; '' if it is not known. */
export function weightOf({ weightKg }: Measured): string {
  if (weightKg === null) return '';
  const kilograms = decimalOf(weightKg);
  const pounds = decimalOf(Math.round(weightKg * 22.046) / 10);
  return t`${kilograms} kg (${pounds} lb)`;
}

/** All digits of a number, with the decimal mark of the language: "12.5" or "12,5". */
export const decimalOf = (number: number): string =>
  number.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 20 });
