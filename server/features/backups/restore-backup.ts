import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { extract } from 'tar';
import { skipCertificateNumbers } from '#server/features/certificates/certificates.ts';
import { createFileStorage, type FileStorage } from '#server/features/media/media.ts';
import { connect } from '#server/platform/database/connect.ts';
import { type Migrations, shopMigrations } from '#server/platform/database/migrate.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { syncPath } from '#server/platform/files/durable-files.ts';
import type { Settings } from '#server/settings.ts';
import { BackupRefused } from './backup-refused.ts';
import { type Cell, endSessionsAndLinks } from './backups.queries.ts';
import { type BackupKeys, decryptFile, isEncrypted } from './encryption.ts';
import { fillDatabase, requireEmptyDatabase } from './fill.ts';
import { hashOfFile } from './hash-of-file.ts';
import { filesOf, type Manifest, manifestFile, mediaFile, readManifest, tableFile } from './manifest.ts';
import { cellsOf, createTableSums, differenceOf } from './table-sums.ts';

const stagingPrefix = 'restore-in-the-making-';

/**
 * Restores a backup into an empty database of either engine, and its media where the settings store them; returns its manifest.
 * Compares all contents with their hashes before anything is written, writes the rows in one transaction, reads them back, and
 * applies newer migrations. Ends every session and every link in an email, and skips certificate numbers that may have been given since
 * the backup. `now` in epoch milliseconds. When it throws, nothing has changed; BackupRefused and StartRefused have a message of one
 * line (docs/behaviour/process.md, 8).
 */
export async function restoreBackup(
  settings: Pick<Settings, 'database' | 'dataDirectory' | 'objectStore'>,
  file: string,
  migrations: Migrations = shopMigrations,
  keys: BackupKeys = { identityFile: null, passphrase: null },
  now: number = Date.now(),
): Promise<Manifest> {
  if (!existsSync(file)) throw new BackupRefused(`${file} does not exist.`);
  await mkdir(settings.dataDirectory, { recursive: true });
  await removeAbandonedStaging(settings.dataDirectory);
  const staging = await mkdtemp(join(settings.dataDirectory, stagingPrefix));
  const restored = Promise.withResolvers<Manifest>();
  const files = restoredFiles(createFileStorage(settings), staging);
  try {
    const initialize = async (connection: Kysely<Tables>) => {
      const manifest = await unpack(await decrypted(file, staging, keys), staging);
      await requireEmptyDatabase(connection, manifest.schema, migrations);
      await requireIntact(staging, manifest);
      // Before the rows, because a file without a row does no harm.
      await files.publish(manifest);
      const { schema, tables } = manifest;
      const source = { schema, tables, rowsOf: (table: string) => rowsOf(staging, table) };
      await fillDatabase(connection, source, migrations, async (tx) => {
        await endSessionsAndLinks(tx);
        await skipCertificateNumbers(tx, { createdAt: manifest.createdAt, now });
      });
      restored.resolve(manifest);
    };
    const database = await connect(settings.database, { migrations, initialize });
    await database.close();
    return await restored.promise;
  } catch (error) {
    await files.removeAll();
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Deletes what a killed restore had unpacked and decrypted. */
async function removeAbandonedStaging(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(stagingPrefix)) await rm(join(directory, name), { recursive: true, force: true });
}

/** Returns the path of the tar file: `file`, or its decrypted content in the staging folder. */
async function decrypted(file: string, staging: string, keys: BackupKeys): Promise<string> {
  if (!(await isEncrypted(file))) return file;
  const target = join(staging, 'decrypted.tar');
  await decryptFile(file, target, keys);
  return target;
}

async function unpack(file: string, staging: string): Promise<Manifest> {
  const unexpected: string[] = [];
  try {
    await extract({
      file,
      cwd: staging,
      strict: true,
      preserveOwner: false,
      noChmod: true,
      filter: (path, entry) => {
        const isKnown =
          'type' in entry && entry.type === 'File' && /^(manifest\.json|(tables|media)\/[\w./]+)$/.test(path);
        if (!isKnown) unexpected.push(path);
        return isKnown;
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupRefused(`${file} is no backup of the shop, or is damaged: ${reason}`);
  }
  const manifest = join(staging, manifestFile);
  if (unexpected.length > 0 || !existsSync(manifest)) throw new BackupRefused(`${file} is no backup of the shop.`);
  return readManifest(await readFile(manifest, 'utf8'));
}

/** Throws BackupRefused unless every part is there and has the hash that the manifest gives. */
async function requireIntact(staging: string, manifest: Manifest): Promise<void> {
  const missing = filesOf(manifest).find((name) => !existsSync(join(staging, name)));
  if (missing) throw new BackupRefused(`The backup is not whole: ${missing} is not in it.`);
  for (const { name, sha256 } of manifest.media) {
    const found = await hashOfFile(join(staging, mediaFile(name)));
    if (found.sha256 !== sha256) throw new BackupRefused(`The backup is damaged: ${mediaFile(name)} has another hash.`);
  }
  for (const { name, columns, ...sums } of manifest.tables) {
    const totals = createTableSums(columns);
    try {
      for await (const rows of rowsOf(staging, name)) for (const row of rows) totals.add(row);
    } catch {
      throw new BackupRefused(`The backup is damaged: ${tableFile(name)} cannot be read.`);
    }
    const difference = differenceOf(sums, totals.sums());
    if (difference) throw new BackupRefused(`The backup is damaged: ${tableFile(name)} has ${difference}.`);
  }
}

const rowsAtOnce = 500;

async function* rowsOf(staging: string, table: string): AsyncGenerator<Cell[][]> {
  let rows: Cell[][] = [];
  for await (const line of linesOf(join(staging, tableFile(table)))) {
    if (rows.push(cellsOf(line)) < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** Splits at line feeds only. node:readline also splits at U+2028, which JSON texts may contain. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  unpacked.setEncoding('utf8');
  const reading = pipeline(createReadStream(file), unpacked);
  reading.catch(() => undefined);
  let unfinished = '';
  for await (const text of unpacked) {
    const lines = `${unfinished}${text}`.split('\n');
    unfinished = lines.pop() ?? '';
    yield* lines;
  }
  await reading;
  if (unfinished) throw new Error('the last line is cut off');
}

/**
 * Publishes media files; skips those that exist with the same content, and refuses those that exist with another one. `removeAll`
 * deletes the published ones again.
 */
function restoredFiles(files: FileStorage, staging: string) {
  const published: string[] = [];
  return {
    async publish({ media }: Manifest): Promise<void> {
      await files.prepare();
      for (const { name, sha256 } of media) {
        const present = await files.read(name);
        if (present && hashOf(present) === sha256) continue;
        if (present)
          throw new BackupRefused(`media/${name} is there already with another content: nothing is ever written over.`);
        const path = join(staging, mediaFile(name));
        syncPath(path);
        await files.publish({ path }, name);
        published.push(name);
      }
    },
    async removeAll(): Promise<void> {
      for (const name of published) await files.remove(name);
    },
  };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
