import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../shop-process.ts';
import { edited, type Sabotage } from './sabotage.ts';
import { sabotages } from './sabotages.ts';

describe('The sabotages', () => {
  it('are at least forty, each with a name of its own', () => {
    const names = sabotages.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
  });

  it('find their places exactly once, as the sources are now', () => {
    expect(sabotages.flatMap((sabotage) => staleness(sabotage) ?? [])).toEqual([]);
  });

  it('change what they find, and each has a proof that must catch it', () => {
    const idle = sabotages.filter(
      ({ edits, caughtBy }) => caughtBy.length === 0 || edits.some(({ find, replace }) => find === replace),
    );
    expect(idle.map(({ name }) => name)).toEqual([]);
  });
});

/** Why it cannot be done any more; null where it can. */
function staleness({ name, edits }: Sabotage): string | null {
  const texts = new Map<string, string>();
  try {
    for (const edit of edits) {
      const text = texts.get(edit.file) ?? readFileSync(join(root, edit.file), 'utf8');
      texts.set(edit.file, edited(text, edit));
    }
    return null;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : error}`;
  }
}
