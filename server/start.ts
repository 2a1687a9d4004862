import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { ensureAdmin, loadCardKey } from './accounts/accounts.ts';
import { createApp } from './app.ts';
import { assembleShop, closeShop } from './assemble-shop.ts';
import { connect } from './database/connect.ts';
import { StartRefused } from './database/failures.ts';
import { makeLastingDirectory } from './database/lasting-directory.ts';
import { fillDemo } from './demo/demo.ts';
import { watchDoor } from './http/closing.ts';
import type { Settings } from './settings.ts';
import type { Shop } from './shop.ts';
import { registerWebsite } from './website.ts';

/** Longest a stop may take, milliseconds (CONTRACT.md, The process). */
const stopPatience = 9_000;

const development = process.argv.includes('--dev');
process.env.NODE_ENV ??= development ? 'development' : 'production';

/** Settings -> database -> app -> listen; one line with the address when it is ready. */
export async function start(settings: Settings): Promise<void> {
  if (!development) requireBuild();
  const shop = await openShop(settings);
  await shop.media.recover();
  if (settings.demo) await fillDemo(shop);
  const admin = await ensureAdmin(shop);
  const app = await createApp(shop);
  const closeDoor = watchDoor(app.server);
  await registerWebsite(app, shop, development ? await viteFor(app.server) : undefined);
  // What main.ts keeps would be written at the process's end; one that is killed has none.
  flushCompileCache();
  await app.listen({ ...doorOf(settings), listenTextResolver: () => 'ready' }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `PORT ${settings.port} on HOST ${settings.host} cannot be listened on: ${error.code ?? error.message}`,
    );
  });
  shop.media.start();
  shop.mailer.wake();
  stopOnSignal(shop, async () => {
    await closeDoor();
    await app.close();
  });
  // Listening on a port: the address is never a pipe's name.
  const { port } = app.server.address() as AddressInfo;
  const address = settings.port === 0 ? `http://${settings.host}:${port}` : settings.publicUrl;
  console.log(`${settings.shopName} is open at ${address}`);
  if (admin) console.log(`Admin sign-in, shown this once: ${admin.email} / ${admin.password}`);
}

/** One that was handed over outlives this process: whoever comes between two of them waits in it (docs/growing.md). */
function doorOf({ listeningSocket, port, host }: Settings) {
  return listeningSocket === null ? { port, host } : { fd: listeningSocket, host };
}

/** `npm start` builds what is stale; the bare server says what is missing. */
function requireBuild(): void {
  const build = new URL('../build/server/index.js', import.meta.url);
  if (!existsSync(build)) throw new StartRefused('The pages are not built yet: run `npm run build` first.');
}

async function openShop(settings: Settings): Promise<Shop> {
  makeLastingDirectory(settings.dataDirectory);
  const database = await connect(settings.database, { say: console.log });
  const cardKey = await loadCardKey(settings, database, randomBytes);
  return assembleShop({ settings, database, log: createLog(settings), cardKey });
}

function createLog(settings: Settings): Logger {
  // Tokens and cookies are in them, and what a library traces is its own affair.
  return pino({ level: settings.logLevel, base: null, redact: ['headers', '*.headers'] });
}

async function viteFor(server: import('node:http').Server) {
  const { createServer } = await import('vite');
  return createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
}

/** No new connections, what has arrived is answered, what runs in the background is put away, exit 0. */
function stopOnSignal(shop: Shop, close: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), stopPatience).unref();
    await close();
    await closeShop(shop);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
