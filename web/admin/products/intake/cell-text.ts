import type { CellChange } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';

/**
 * A change as the server takes it, so that one cell does not keep the others from being saved: without control characters (a tab or
 * a line break of a word processor becomes a space), and at most as long as a cell may be.
 */
export function savable(change: CellChange): CellChange {
  const value = change.value.slice(0, limits.intakeCell).replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  return value === change.value ? change : { ...change, value };
}

export const isTooLong = ({ value }: Pick<CellChange, 'value'>) => value.length > limits.intakeCell;
