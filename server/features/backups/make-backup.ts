import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Encrypter } from 'age-encryption';
import { create } from 'tar';
import { createFileStorage, type FileStorage, filesOfMedia } from '#server/features/media/media.ts';
import { filesOfScans } from '#server/features/scans/scans.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { schemaVersion } from '#server/platform/database/migrate.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { renameSynced } from '#server/platform/files/durable-files.ts';
import type { Settings } from '#server/settings.ts';
import { BackupRefused } from './backup-refused.ts';
import { rowsInOrder, shopTables, type TableShape } from './backups.queries.ts';
import { type BackupLock, createEncrypter, encrypt } from './encryption.ts';
import { hashOfFile } from './hash-of-file.ts';
import { filesOf, type Manifest, manifestFile, tableFile, writeManifest } from './manifest.ts';
import { draftName, removeAbandonedDrafts, withStaging } from './staging.ts';
import { createTableSums, lineOf } from './table-sums.ts';

/** A file may be deleted after the database was read; then the backup starts again, until it has had this many attempts. */
const attempts = 3;

/**
 * Writes a consistent snapshot of the shop into one new file of mode 600: every table, and every media file that they refer to,
 * without the key of the payment details. The shop may keep running; everything it answered before the call is in the backup.
 * The file gets its name once it is complete and synced. With `lock` it is encrypted while it is written. Throws BackupRefused
 * when the name is taken, a recipient is invalid or there is no shop.
 * `now` in epoch milliseconds (docs/behaviour/process.md, 8).
 */
export async function makeBackup(
  settings: Pick<Settings, 'database' | 'dataDirectory' | 'objectStore'>,
  file: string,
  now: number,
  lock: BackupLock | null = null,
): Promise<Manifest> {
  if (await exists(file)) throw new BackupRefused(`${file} is there already: nothing is ever written over.`);
  const encrypter = lock === null ? null : await createEncrypter(lock);
  if (settings.database.engine === 'sqlite' && !(await exists(settings.database.file)))
    throw new BackupRefused(`${settings.database.file} does not exist: there is no shop to keep.`);
  await removeAbandonedDrafts(dirname(resolve(file)));
  return withStaging(settings.dataDirectory, 'backup', async (staging) => {
    const manifest = await stageSnapshot(settings, staging, now);
    await writeFile(join(staging, manifestFile), writeManifest(manifest));
    await packInto(resolve(file), staging, [manifestFile, ...filesOf(manifest)], encrypter);
    return manifest;
  });
}

async function stageSnapshot(
  settings: Pick<Settings, 'database' | 'dataDirectory' | 'objectStore'>,
  staging: string,
  now: number,
): Promise<Manifest> {
  const { database } = settings;
  const files = createFileStorage(settings);
  for (let attempt = 1, missingBefore = ''; ; attempt += 1) {
    await rm(join(staging, 'media'), { recursive: true, force: true });
    const manifestOrMissing = await readSnapshot(database, async (reader): Promise<Manifest | string[]> => {
      const schema = await schemaVersion(reader);
      if (schema === null) throw new BackupRefused('The database has no shop in it.');
      // Media first, because the shop may delete files at any time: a second name for each (decision 0013) keeps its content.
      const { media, missing } = await stageMedia(reader, files, join(staging, 'media'));
      if (missing.length > 0 && attempt < attempts && String(missing) !== missingBefore) return missing;
      const tables = await stageTables(reader, join(staging, 'tables'));
      return { format: 1, createdAt: now, engine: database.engine, schema, tables, media, missing };
    });
    if (!Array.isArray(manifestOrMissing)) return manifestOrMissing;
    // A new snapshot no longer refers to files that were just deleted. Files that are missing again are lost: back up the rest.
    missingBefore = String(manifestOrMissing);
  }
}

async function stageMedia(
  reader: Reader,
  files: FileStorage,
  to: string,
): Promise<Pick<Manifest, 'media' | 'missing'>> {
  const staged: string[] = [];
  const missing: string[] = [];
  for (const name of [...(await filesOfMedia(reader)), ...(await filesOfScans(reader))]) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    if (await files.copyTo(name, join(to, name))) staged.push(name);
    else missing.push(name);
  }
  const media: Manifest['media'] = [];
  for (const name of staged) media.push({ name, ...(await hashOfFile(join(to, name))) });
  return { media, missing };
}

async function stageTables(reader: Reader, to: string): Promise<Manifest['tables']> {
  await mkdir(to, { recursive: true });
  const tables: Manifest['tables'] = [];
  for (const shape of await shopTables(reader)) {
    const totals = createTableSums(shape.columns);
    const lines = Readable.from(linesOf(reader, shape, totals.add), { objectMode: false });
    await pipeline(lines, createGzip(), createWriteStream(join(to, basename(tableFile(shape.name)))));
    tables.push({ name: shape.name, columns: [...shape.columns], ...totals.sums() });
  }
  return tables;
}

type SumsInProgress = ReturnType<typeof createTableSums>;

async function* linesOf(reader: Reader, shape: TableShape, count: SumsInProgress['add']): AsyncGenerator<string> {
  for await (const rows of rowsInOrder(reader, shape)) {
    for (const row of rows) count(row);
    yield rows.map(lineOf).join('');
  }
}

async function packInto(file: string, staging: string, names: string[], encrypter: Encrypter | null): Promise<void> {
  const draft = join(dirname(file), draftName(basename(file)));
  try {
    const archive = archiveOf(staging, names);
    const content = encrypter === null ? archive : await encrypt(archive, encrypter);
    await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
    renameSynced(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function archiveOf(staging: string, names: string[]): Readable {
  const archive = new PassThrough();
  const pack = create({ cwd: staging, portable: true, noDirRecurse: true }, names);
  // When writing fails, the staging folder is deleted while the pack still opens its files: such an error must not end the process.
  pack.on('error', (cause) => archive.destroy(new Error('The files of the backup cannot be packed.', { cause })));
  pack.pipe(archive);
  return archive;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
