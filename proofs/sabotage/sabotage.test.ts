import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#server/testing/shop-process.ts';
import { patchOf, sabotages } from './sabotages.ts';

describe('The sabotages', () => {
  it('are at least eighty, and each patch is named in the table once', () => {
    const names = sabotages.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(80);
    const patches = readdirSync(join(import.meta.dirname, 'patches'));
    expect(names.map((name) => `${name}.patch`).toSorted()).toEqual(patches.toSorted());
  });

  it.each(sabotages)('$name applies to the sources as they are', (sabotage) => {
    expect(() =>
      execFileSync('git', ['apply', '--check', patchOf(sabotage)], { cwd: root, stdio: 'pipe' }),
    ).not.toThrow();
  });
});
