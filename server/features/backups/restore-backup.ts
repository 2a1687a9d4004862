import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { extract, type ReadEntry } from 'tar';
import { skipCertificateNumbers } from '#server/features/certificates/certificates.ts';
import { createFileStorage, type FileStorage } from '#server/features/media/media.ts';
import { connect } from '#server/platform/database/connect.ts';
import { type Migrations, shopMigrations } from '#server/platform/database/migrate.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { syncPath } from '#server/platform/files/durable-files.ts';
import type { Settings } from '#server/settings.ts';
import { BackupRefused } from './backup-refused.ts';
import { type Cell, endSessionsAndLinks } from './backups.queries.ts';
import { type BackupKeys, decrypt, isEncrypted } from './encryption.ts';
import { fillDatabase, requireEmptyDatabase } from './fill.ts';
import { filesOf, type Manifest, manifestFile, mediaFile, readManifest, tableFile } from './manifest.ts';
import { withStaging } from './staging.ts';
import { cellsOf, createTableSums, differenceOf } from './table-sums.ts';

type Target = Pick<Settings, 'database' | 'dataDirectory' | 'objectStore'>;

/**
 * Restores a backup into an empty database of either engine, and its media where the settings store them; returns its manifest.
 * Compares all contents with their hashes before anything is written, writes the rows in one transaction, reads them back, and
 * applies newer migrations. Ends every session and every link in an email, and skips certificate numbers that may have been given since
 * the backup. `now` in epoch milliseconds. When it throws, nothing has changed; BackupRefused and StartRefused have a message of one
 * line (docs/behaviour/process.md, 8).
 */
export function restoreBackup(
  settings: Target,
  file: string,
  migrations: Migrations = shopMigrations,
  keys: BackupKeys = { identityFile: null, passphrase: null },
  now: number = Date.now(),
): Promise<Manifest> {
  return restore(settings, { file, keys, storage: createFileStorage(settings) }, { migrations, now });
}

/**
 * Does everything that `restoreBackup` does, with an embedded database in `directory`, but stores no media: it only compares them, so the
 * disk needs no space for them.
 */
export async function rehearseRestore(file: string, directory: string, keys: BackupKeys): Promise<void> {
  const database = { engine: 'sqlite' as const, file: join(directory, 'shop.db') };
  const target = { database, dataDirectory: directory, objectStore: null };
  await restore(target, { file, keys, storage: null }, { migrations: shopMigrations, now: Date.now() });
}

interface Source {
  file: string;
  keys: BackupKeys;
  /** Where the media go; null to compare them only. */
  storage: FileStorage | null;
}

async function restore(
  { database, dataDirectory }: Target,
  { file, keys, storage }: Source,
  { migrations, now }: { migrations: Migrations; now: number },
): Promise<Manifest> {
  if (!existsSync(file)) throw new BackupRefused(`${file} does not exist.`);
  await mkdir(dataDirectory, { recursive: true });
  return withStaging(dataDirectory, 'restore', async (staging) => {
    const restored = Promise.withResolvers<Manifest>();
    const files = storage && restoredFiles(storage, staging);
    try {
      const initialize = async (connection: Kysely<Tables>) => {
        const { manifest, hashes } = await unpack({ file, keys, storage }, staging);
        await requireEmptyDatabase(connection, manifest.schema, migrations);
        await requireIntact(staging, manifest, hashes);
        // Before the rows, because a file without a row does no harm.
        await files?.publish(manifest);
        const { schema, tables } = manifest;
        const source = { schema, tables, rowsOf: (table: string) => rowsOf(staging, table) };
        await fillDatabase(connection, source, migrations, async (tx) => {
          await endSessionsAndLinks(tx);
          await skipCertificateNumbers(tx, { createdAt: manifest.createdAt, now });
        });
        restored.resolve(manifest);
      };
      const filled = await connect(database, { migrations, initialize });
      await filled.close();
      return await restored.promise;
    } catch (error) {
      await files?.removeAll();
      throw error;
    }
  });
}

interface Unpacked {
  manifest: Manifest;
  /** SHA-256 of each media file, hex, by its name in the tar file. */
  hashes: ReadonlyMap<string, string>;
}

/** Writes the files of the backup into the staging folder; without a storage, media files are empty there. */
async function unpack({ file, keys, storage }: Source, staging: string): Promise<Unpacked> {
  const content = (await isEncrypted(file)) ? await decrypt(file, keys) : createReadStream(file);
  const unexpected: string[] = [];
  const hashes = new Map<string, string>();
  const unpacked = extract({
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
    transform: ({ path }) => {
      if (!path.startsWith('media/')) return null;
      const stream: unknown = hashing((sha256) => hashes.set(path, sha256), storage !== null);
      // By its documentation tar takes any stream here: it pipes the entry into it and writes what comes out. Its type is narrower.
      return stream as ReadEntry;
    },
  });
  // When reading fails, tar still writes what it has read, into a folder that is deleted meanwhile: that must not end the process.
  unpacked.on('error', () => undefined);
  try {
    await pipeline(content, unpacked);
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupRefused(`${file} is no backup of the shop, or is damaged: ${reason}`);
  }
  const manifest = join(staging, manifestFile);
  if (unexpected.length > 0 || !existsSync(manifest)) throw new BackupRefused(`${file} is no backup of the shop.`);
  return { manifest: readManifest(await readFile(manifest, 'utf8')), hashes };
}

/** A stream that tells the SHA-256 of what flows through it, and passes the content on or drops it. */
function hashing(tell: (sha256: string) => void, passesOn: boolean): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, passesOn ? chunk : undefined);
    },
    flush(done) {
      tell(hash.digest('hex'));
      done();
    },
  });
}

/** Throws BackupRefused unless every part is there and has the hash that the manifest gives. */
async function requireIntact(staging: string, manifest: Manifest, hashes: Unpacked['hashes']): Promise<void> {
  const missing = filesOf(manifest).find((name) => !existsSync(join(staging, name)));
  if (missing) throw new BackupRefused(`The backup is not whole: ${missing} is not in it.`);
  for (const { name, sha256 } of manifest.media)
    if (hashes.get(mediaFile(name)) !== sha256)
      throw new BackupRefused(`The backup is damaged: ${mediaFile(name)} has another hash.`);
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
