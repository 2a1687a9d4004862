import type { Listing } from '#contract/catalog.ts';

type Measured = Pick<Listing, 'widthCm' | 'heightCm' | 'depthCm' | 'weightKg'>;

/** "75 × 96 cm (29.5 × 37.8 in)": width, height and depth as far as they are known; '' if none is. */
export function dimensionsOf({ widthCm, heightCm, depthCm }: Measured): string {
  const sides = [widthCm, heightCm, depthCm].filter((side) => side !== null);
  if (sides.length === 0) return '';
  const inches = sides.map((side) => Math.round((side / 2.54) * 10) / 10);
  return `${sides.join(' × ')} cm (${inches.join(' × ')} in)`;
}

/** "3.2 kg (7.1 lb)"; '' if it is not known. */
export function weightOf({ weightKg }: Measured): string {
  return weightKg === null ? '' : `${weightKg} kg (${Math.round(weightKg * 22.046) / 10} lb)`;
}
