import { expect, it } from 'vitest';
import { dimensionsOf, weightOf } from './measures.ts';

const unknown = { widthCm: null, heightCm: null, depthCm: null, weightKg: null };

it('writes the known measures of a piece in centimetres and inches, kilograms and pounds', () => {
  expect(dimensionsOf({ ...unknown, widthCm: 75, heightCm: 96 })).toBe('75 × 96 cm (29.5 × 37.8 in)');
  expect(dimensionsOf({ ...unknown, widthCm: 30, heightCm: 30, depthCm: 12.5 })).toBe(
    '30 × 30 × 12.5 cm (11.8 × 11.8 × 4.9 in)',
  );
  expect(dimensionsOf(unknown)).toBe('');
  expect(weightOf({ ...unknown, weightKg: 3.2 })).toBe('3.2 kg (7.1 lb)');
  expect(weightOf(unknown)).toBe('');
});
