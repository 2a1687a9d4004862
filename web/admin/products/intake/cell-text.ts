import type { CellChange } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';

/**
 * The change in a form that the server accepts, because one refused cell would keep the others from being saved. It is cut to the length
 * that a cell may have; control characters, for example a tab or a line break, and unpaired surrogates become spaces.
 */
export function savable(change: CellChange): CellChange {
  const value = change.value.slice(0, limits.intakeCell).replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  return value === change.value ? change : { ...change, value };
}

export const isTooLong = ({ value }: Pick<CellChange, 'value'>) => value.length > limits.intakeCell;
