import { appendFileSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteCleanEnd, takeCleanEnd } from './clean-end.ts';
import { connect } from './connect.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lacquer-clean-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('A start need not search the database for damage', () => {
  it('when the shop has closed it, and only once', async () => {
    const file = join(directory, 'shop.db');
    await (await connect({ engine: 'sqlite', file })).close();
    expect(takeCleanEnd(file)).toBe(true);
    expect(takeCleanEnd(file)).toBe(false);
  });

  it('while the file is open there is no note, so a killed process leaves none', async () => {
    const file = join(directory, 'shop.db');
    await (await connect({ engine: 'sqlite', file })).close();
    const database = await connect({ engine: 'sqlite', file });
    expect(existsSync(`${file}.closed`)).toBe(false);
    await database.close();
  });

  it('but must when the file was changed, replaced or left with a log since', () => {
    const file = join(directory, 'shop.db');
    const changes = {
      changed: () => appendFileSync(file, 'x'),
      replaced: () => {
        copyFileSync(file, `${file}.copy`);
        rmSync(file);
        copyFileSync(`${file}.copy`, file);
      },
      'left with a log': () => writeFileSync(`${file}-wal`, ''),
    };
    for (const [what, change] of Object.entries(changes)) {
      writeFileSync(file, 'content');
      noteCleanEnd(file);
      change();
      expect(takeCleanEnd(file), what).toBe(false);
    }
  });
});

it('A database that is damaged after the shop has closed it is refused', async () => {
  const file = join(directory, 'shop.db');
  await (await connect({ engine: 'sqlite', file })).close();
  writeFileSync(file, Buffer.alloc(8_192, 1), { flag: 'r+' });
  await expect(connect({ engine: 'sqlite', file })).rejects.toThrow('is no database of the shop, or is damaged');
});
