import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from './testing/programs.ts';
import { openShop } from './testing/shop-process.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lacquer-start-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('The process exits with 1 and prints only one line', () => {
  it('when DATA_DIR is a file or below a file', async () => {
    const file = join(directory, 'file');
    await writeFile(file, 'text');
    for (const DATA_DIR of [file, join(file, 'below')])
      expect(await startWith({ DATA_DIR })).toEqual({
        code: 1,
        output: `DATA_DIR: ${DATA_DIR} cannot be used: it is a file, or below one; it must be a directory.\n`,
      });
  });

  it('when DATA_DIR is not writable', async () => {
    const DATA_DIR = await unwritableDirectory();
    const { code, output } = await startWith({ DATA_DIR });
    expect(code).toBe(1);
    expect(output).toMatch(/^DATA_DIR: [^\n]+ cannot be used: [^\n]+\n$/);
  });

  it('when the path of the database is below a file', async () => {
    await writeFile(join(directory, 'file'), 'text');
    const DATABASE_URL = `file:${directory}/file/shop.db`;
    const { code, output } = await startWith({ DATA_DIR: directory, DATABASE_URL });
    expect(code).toBe(1);
    expect(output).toMatch(/^DATABASE_URL: [^\n]+ cannot be used: [^\n]+\n$/);
  });

  it('when HOST is not a host name or address', async () => {
    expect(await startWith({ DATA_DIR: directory, HOST: 'http://shop.example' })).toEqual({
      code: 1,
      output: 'HOST must be an address or a name of this machine, e.g. 127.0.0.1, ::1 or localhost\n',
    });
  });
});

it("Stripe's library is loaded by the first call that needs it, and never with simulated payments", async () => {
  const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' };
  for (const settings of [{ PAYMENTS: 'simulated' }, stripe]) {
    await using shop = await openWatched(settings);
    for (const path of ['/', '/api/listings']) expect((await fetch(shop.address + path)).status).toBe(200);
    expect(shop.output()).not.toContain('loads stripe');
    const headers = { 'content-type': 'application/json' };
    const event = await fetch(`${shop.address}/api/payments/stripe/events`, { method: 'POST', headers, body: '{}' });
    expect(event.status).toBe(settings === stripe ? 400 : 404);
    expect(shop.output().includes('loads stripe')).toBe(settings === stripe);
  }
});

it('The libraries that draw papers and send emails are not loaded by the start or by visits to the shop', async () => {
  await using shop = await openWatched({ SMTP_URL: 'smtp://127.0.0.1:9' });
  for (const path of ['/', '/api/listings']) expect((await fetch(shop.address + path)).status).toBe(200);
  expect(shop.output()).toContain('loads fastify');
  for (const library of ['pdfkit', 'fontkit', 'nodemailer']) expect(shop.output()).not.toContain(`loads ${library}`);
});

/** Opens a shop that prints the name of each library that it loads. */
function openWatched(settings: Readonly<Record<string, string>>) {
  return openShop({
    databaseUrl: `file:${directory}/shop.db`,
    directory,
    settings,
    nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(printLoadedLibraries)}`],
  });
}

const printLoadedLibraries = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const [, library] = /\\/node_modules\\/([^/]+)\\//.exec(url) ?? [];
      if (library) console.error('loads ' + library);
      return next(url, context);
    },
  });`;

/** A directory where nobody can create files. Permissions do not stop root, so for root it is in /proc. */
async function unwritableDirectory(): Promise<string> {
  if (process.getuid?.() === 0) return '/proc/self';
  const path = join(directory, 'locked');
  await mkdir(path);
  await chmod(path, 0o500);
  return path;
}

/** Runs the server from the sources, which needs no build, and returns its exit code and output. */
const startWith = (settings: Record<string, string>) =>
  runProgram('server/main.ts', ['--dev'], { PORT: '0', DEMO: '0', ...settings });
