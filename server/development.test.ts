import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('hot reload renders a page from its source, and does not restart while no file changes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-dev-'));
  const { PATH } = process.env;
  const settings = {
    PORT: '0',
    DATA_DIR: directory,
    DEMO: '0',
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: 'secret1',
  };
  // `detached` starts a process group of its own, so that the watcher and the shop are ended together.
  const child = spawn('npm', ['run', 'dev'], { cwd: root, env: { PATH, ...settings }, detached: true });
  let output = '';
  const address = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, url] = / is open at (http:\S+)/.exec(output) ?? [];
      if (url) address.resolve(url);
    });
  const ended = once(child, 'exit').then(() => address.reject(new Error(output)));
  try {
    const page = await fetch(await address.promise);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Lacquer, layered by hand')]);
    expect(output).not.toContain('Restarting');
  } finally {
    if (child.pid) process.kill(-child.pid);
    await ended;
    await rm(directory, { recursive: true, force: true });
  }
});
