import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from '#server/testing/shop-process.ts';
import { sabotages } from './sabotages.ts';

describe('The sabotages', () => {
  it('are at least eighty', () => expect(sabotages.length).toBeGreaterThanOrEqual(80));

  it.each(sabotages)('include $name, whose patch applies to the sources as they are', ({ patch }) => {
    expect(() => execFileSync('git', ['apply', '--check', patch], { cwd: root, stdio: 'pipe' })).not.toThrow();
  });
});
