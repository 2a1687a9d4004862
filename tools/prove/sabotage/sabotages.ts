import { answers } from './answers.ts';
import { callers } from './callers.ts';
import { lasting } from './lasting.ts';
import { moneyAndState } from './money-and-state.ts';
import { oneBuyer } from './one-piece-one-buyer.ts';
import type { Sabotage } from './sabotage.ts';
import { secretsKept } from './secrets-kept.ts';

export const sabotages: readonly Sabotage[] = [
  ...oneBuyer,
  ...moneyAndState,
  ...lasting,
  ...callers,
  ...answers,
  ...secretsKept,
];
