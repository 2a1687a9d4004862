import type { CrnRule } from '#contract/states.ts';

/**
 * A customer reference number for BPAY: `digits` (1 to 19 of them) and the check digit of the biller's rule. Neither rule finds all
 * typing errors: MOD10V05 misses some single wrong digits, MOD10V01 misses 09 typed as 90. So the amount is always compared as well.
 */
export function withCheckDigit(digits: string, rule: CrnRule): string {
  return digits + checkDigits[rule](digits);
}

const checkDigits: Readonly<Record<CrnRule, (digits: string) => number>> = {
  /** The sum of each digit times its position from the left, from 1. */
  MOD10V05: (digits) => sum([...digits].map((digit, index) => Number(digit) * (index + 1))) % 10,
  /** Luhn: from the right, every second digit is doubled, beginning with the first. */
  MOD10V01: (digits) => {
    const weighted = [...digits].reverse().map((digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return doubled > 9 ? doubled - 9 : doubled;
    });
    return (10 - (sum(weighted) % 10)) % 10;
  },
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
