import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { filesBody } from '#server/testing/files-body.ts';
import { openTestShop } from '#server/testing/open-shop.ts';

/** Kills the child processes of this one that run this module, as Linux does when memory runs out. Returns how many there were. */
function killProcessesOf(module: string): number {
  const lines = execFileSync('ps', ['-o', 'pid=,ppid=,args=', '-A'], { encoding: 'utf8' }).split('\n');
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => parent === String(process.pid) && args.join(' ').includes(module));
  for (const [pid] of found) process.kill(Number(pid), 'SIGKILL');
  return found.length;
}

it('An upload whose process is killed says which photograph it was and what to do, and stores nothing', {
  timeout: 60_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  await using shop = await openTestShop({
    databaseUrl: `file:${directory}/shop.db`,
    directory,
    environment: { LOG_LEVEL: 'warn' },
  });
  const { token } = await shop.admin();
  const pixels = { width: 3_000, height: 3_000, channels: 3, background: '#a33' } as const;
  const large = await sharp({ create: { ...pixels, noise: { type: 'gaussian', mean: 120, sigma: 40 } } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const { body, headers } = filesBody('images', { name: 'red moon.jpg', bytes: large });
  const uploading = shop.app.inject({
    method: 'POST',
    url: '/api/admin/upload-images',
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload: body,
  });
  const answered = Promise.resolve(uploading);
  await vi.waitFor(() => expect(killProcessesOf('picture-process.ts')).toBe(1), { timeout: 30_000, interval: 10 });
  const answer = await answered;
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('30');
  expect(answer.json().message).toMatch(
    /^red moon\.jpg could not be processed: .*too little memory.*smaller photograph/,
  );
  expect(shop.logged()).toContain('was killed by SIGKILL: probably out of memory');
  expect(shop.logged()).not.toContain('internal error');
  expect(await readdir(join(directory, 'media', 'incoming'))).toEqual([]);
});
