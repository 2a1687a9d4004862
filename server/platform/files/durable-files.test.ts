import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeNewFile, writeNewFileSync } from './durable-files.ts';

it('leaves no file behind when its content cannot be written', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-files-'));
  const path = join(directory, 'card.key');
  // Makes the write fail after the file was opened, as a full disk does.
  const content = undefined as unknown as string;
  expect(() => writeNewFileSync(path, content, 0o600)).toThrow();
  expect(existsSync(path)).toBe(false);
  await expect(writeNewFile(path, content)).rejects.toThrow();
  expect(existsSync(path)).toBe(false);
  await rm(directory, { recursive: true });
});
