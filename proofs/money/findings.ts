/** What broke the promise so far. */
export interface Findings {
  violations: string[];
  scenario: string;
  isShort: boolean;
  /** Orders whose refund failed at the bank: the record says what was decided, the owner pays it by bank. */
  expectedDifferences: Set<string>;
}

export function expectEqual(found: Findings, what: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) found.violations.push(`${found.scenario}: ${what}: ${String(is)} instead of ${String(wanted)}`);
}
