import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll } from 'vitest';
import { root } from '#server/testing/shop-process.ts';
import { race } from './race.ts';
import { provesInShort } from './short-form.ts';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-when-stale.ts')], { cwd: root });
}, 300_000);

provesInShort(race, { timeout: 120_000 });
