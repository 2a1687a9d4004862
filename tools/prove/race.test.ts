import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll } from 'vitest';
import { race } from './race.ts';
import { root } from './shop-process.ts';
import { provesInShort } from './short-form.ts';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'tools', 'build-when-stale.ts')], { cwd: root });
}, 300_000);

provesInShort(race, { timeout: 120_000 });
