import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('With hot reload a page is rendered from its source, and nothing starts anew while nobody saves', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-dev-'));
  const { PATH } = process.env;
  const settings = {
    PORT: '0',
    DATA_DIR: directory,
    DEMO: '0',
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: 'secret1',
  };
  // A group of its own: the watching process and the shop end together.
  const child = spawn('npm', ['run', 'dev'], { cwd: root, env: { PATH, ...settings }, detached: true });
  let said = '';
  const opened = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = / is open at (http:\S+)/.exec(said) ?? [];
      if (address) opened.resolve(address);
    });
  const ended = once(child, 'exit').then(() => opened.reject(new Error(said)));
  try {
    const page = await fetch(await opened.promise);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Lacquer, layered by hand')]);
    expect(said).not.toContain('Restarting');
  } finally {
    if (child.pid) process.kill(-child.pid);
    await ended;
    await rm(directory, { recursive: true, force: true });
  }
});
