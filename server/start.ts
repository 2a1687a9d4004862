import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { assembleShop, closeShop } from './assemble-shop.ts';
import { ensureAdmin, loadCardKeys, refuseStoredCards } from './features/accounts/accounts.ts';
import { fillDemo } from './features/demo/demo.ts';
import { findShopFacts } from './features/settings/settings.ts';
import { connect } from './platform/database/connect.ts';
import { StartRefused } from './platform/failures.ts';
import { prepareDirectory } from './platform/files/durable-directory.ts';
import { drainConnections } from './platform/http/drain-connections.ts';
import { logOptions } from './platform/log-options.ts';
import { version } from './platform/version.ts';
import type { Settings } from './settings.ts';
import type { Shop } from './shop.ts';
import { registerWebsite } from './website.ts';

/** Longest time a shutdown may take, milliseconds (docs/behaviour/process.md, 3). */
const shutdownTimeout = 9_000;

const development = process.argv.includes('--dev');
process.env.NODE_ENV ??= development ? 'development' : 'production';

/** Opens the shop and listens; prints one line with the address when it is ready. Throws StartRefused if it cannot start. */
export async function start(settings: Settings): Promise<void> {
  if (!development) requireBuild();
  const shop = await openShop(settings);
  await shop.media.recover();
  if (settings.demo) await fillDemo(shop);
  const admin = await ensureAdmin(shop);
  const app = await createApp(shop);
  const drain = drainConnections(app.server);
  const readPages = await registerWebsite(app, shop, development ? await viteFor(app.server) : undefined);
  await app
    .listen({ ...listenOptionsOf(settings), listenTextResolver: () => 'ready' })
    .catch((error: NodeJS.ErrnoException) => {
      throw new StartRefused(
        `PORT ${settings.port} on HOST ${settings.host} cannot be listened on: ${error.code ?? error.message}`,
      );
    });
  stopOnSignal(shop, async () => {
    await drain();
    await app.close();
  });
  // The address is a string only for a pipe, and the app listens on a port.
  const { port } = app.server.address() as AddressInfo;
  const address = settings.port === 0 ? `http://${settings.host}:${port}` : settings.publicUrl;
  const { name } = await findShopFacts(shop.database.read, shop);
  console.log(`${name} is open at ${address} (Lacquer ${version})`);
  if (admin) console.log(`Admin sign-in, shown this once: ${admin.email} / ${admin.password}`);
  // After the shop listens, so that it is closed for a shorter time.
  await readPages();
  // Node writes the compile cache when a process exits; a killed process would not write it.
  flushCompileCache();
  shop.media.start();
  shop.mailer.wake();
  shop.settlement.wake();
  shop.reconciliation.wake();
  shop.nightlyBackups.wake();
  shop.publications.wake();
  shop.intakeCleaning.wake();
  shop.waitingTurns.wake();
  shop.cataloguePapers.wake();
  shop.scans.wake();
  shop.alerts.wake();
}

/** A passed socket outlives this process, so connections wait in it during a restart (docs/growing.md). */
function listenOptionsOf({ listeningSocket, port, host }: Settings) {
  if (listeningSocket !== null) return { fd: listeningSocket, host };
  // With a serverFactory, Fastify listens on one address only. All clients of `localhost` try 127.0.0.1.
  return { port, host: host === 'localhost' ? '127.0.0.1' : host };
}

/** `npm start` builds the pages; a server that is started directly does not. */
function requireBuild(): void {
  const build = new URL('../build/client/', import.meta.url);
  if (!existsSync(build)) throw new StartRefused('The pages are not built yet: run `npm run build` first.');
}

async function openShop(settings: Settings): Promise<Shop> {
  prepareDirectory(settings.dataDirectory, 'DATA_DIR');
  const backupPlace = settings.nightlyBackups?.place;
  if (backupPlace && 'directory' in backupPlace) prepareDirectory(backupPlace.directory, 'BACKUP_TO');
  const database = await connect(settings.database, { log: console.log });
  await refuseStoredCards(settings, database);
  const cardKeys = await loadCardKeys(settings, database, randomBytes);
  return assembleShop({ settings, database, log: createLog(settings), cardKeys });
}

function createLog(settings: Settings): Logger {
  return pino({ ...logOptions(settings.logLevel), base: null });
}

async function viteFor(server: import('node:http').Server) {
  const { createServer } = await import('vite');
  return createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
}

/** On SIGTERM or SIGINT: accepts no new connections, answers requests that arrived, stops background work, exits with 0. */
function stopOnSignal(shop: Shop, close: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), shutdownTimeout).unref();
    await close();
    await closeShop(shop);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
