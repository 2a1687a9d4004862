import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
import type { FileStorage } from '#server/platform/object-storage/file-storage.ts';
import { createObjectStorage } from '#server/platform/object-storage/object-storage.ts';
import { defaultStoreTimeouts, type StoreTimeouts } from '#server/platform/object-storage/retrying-fetch.ts';
import { temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import { parseSettings } from '#server/settings.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { type FakeObjectStore, openObjectStore } from '#server/testing/object-store.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { checkDatabase } from '../../../cli/invariants.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { createMediaStore } from './media-store.ts';

let directory = '';
let store: FakeObjectStore;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lacquer-objects-'));
  store = await openObjectStore(join(directory, 'bucket'));
});
afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

const patient = { ...defaultStoreTimeouts, retryDelays: [1, 1] };
/** Short timeouts in milliseconds, for a store that does not answer. */
const impatient = { response: 1_000, file: 1_000, retryDelays: [1, 1] };

/** The files of a shop with this MEDIA_URL, by default the address of the test's store. */
function filesAt(mediaUrl = store.mediaUrl, patience: StoreTimeouts = patient): FileStorage {
  const { objectStore } = parseSettings({ MEDIA_URL: mediaUrl });
  if (!objectStore) throw new Error('MEDIA_URL names no object store');
  return createObjectStorage(objectStore, join(directory, 'machine'), patience);
}

const [one, other] = ['1', '2'].map((digit) => `${digit.repeat(32)}/original.png`) as [string, string];
const large = Buffer.alloc(3_000_000, 'large');

describe('Files in an object store', () => {
  it('can be read once they are published, and leave no file on the machine', async () => {
    const files = filesAt();
    await files.publish(await files.stage(Buffer.from('small')), one);
    await files.publish(await files.receive(Readable.from([large])), other);
    expect(await store.objects()).toEqual([one, other]);
    expect(await readdir(join(directory, 'machine', 'incoming'))).toEqual([]);

    expect(String(await files.read(one))).toBe('small');
    expect(String(await files.open(one))).toBe('small');
    const opened = await files.open(other);
    if (!opened || Buffer.isBuffer(opened)) throw new Error('a large file is not streamed');
    expect(opened.size).toBe(large.length);
    expect((await buffer(opened.content)).equals(large)).toBe(true);
    expect(await files.copyTo(other, join(directory, 'copy'))).toBe(true);
    expect((await stat(join(directory, 'copy'))).size).toBe(large.length);

    await files.remove(one);
    await files.remove(one);
    expect([await files.read(one), await files.open(one), await files.isPublished(one)]).toEqual([null, null, false]);
    expect(await files.copyTo(one, join(directory, 'no copy'))).toBe(false);
    expect(await files.isPublished(other)).toBe(true);
  });

  it('are stored below their prefix, and listed over several pages', async () => {
    const [mine, theirs] = ['/mine', '/theirs'].map((prefix) => filesAt(store.mediaUrl.replace('?', `${prefix}?`)));
    const names = Array.from({ length: 12 }, (_, index) => `${'a'.repeat(32)}/${index + 10}.webp`);
    for (const name of names) await mine?.publish(await mine.stage(Buffer.from(name)), name);
    await theirs?.publish(await theirs.stage(Buffer.from('x')), one);
    const listed = (await mine?.list()) ?? [];
    expect(listed.map(({ name }) => name)).toEqual(names);
    for (const { changedAt } of listed) expect(Math.abs(Date.now() - changedAt)).toBeLessThan(60_000);
    expect(await store.objects()).toContain(`theirs/${one}`);
  });

  it('are requested again after a failure, but not after a timeout', async () => {
    const files = filesAt();
    await files.publish(await files.stage(Buffer.from('small')), one);
    store.behaviour = 'faltering';
    expect(String(await files.read(one))).toBe('small');
    store.behaviour = 'faltering';
    await files.publish(await files.receive(Readable.from([large])), other);
    expect((await files.read(other))?.equals(large)).toBe(true);
    store.behaviour = 'hanging';
    store.asked.length = 0;
    await expect(filesAt(undefined, impatient).read(one)).rejects.toMatchObject({
      statusCode: 503,
      message: /does not answer within 1000 ms/,
    });
    expect(store.asked).toHaveLength(1);
  });

  it('are unavailable, not missing, when the store fails', async () => {
    const files = filesAt(undefined, impatient);
    for (const behaviour of ['refusing', 'cutting', 'hanging'] as const) {
      store.behaviour = behaviour;
      const staged = await files.stage(Buffer.from('small'));
      const asked = [
        files.read(one),
        files.open(one),
        files.isPublished(one),
        files.remove(one),
        files.list(),
        files.note([one]),
        files.copyTo(one, join(directory, 'copy')),
        files.publish(staged, one),
      ];
      for (const answer of await Promise.allSettled(asked))
        expect(answer, behaviour).toMatchObject({ status: 'rejected', reason: { statusCode: 503 } });
      expect(await readdir(join(directory, 'machine', 'incoming'))).toEqual([]);
    }
  });

  it('stop the start with a reason if the keys, the bucket, the region or tls are wrong', async () => {
    await filesAt().prepare();
    expect(await store.objects()).toEqual([]);
    for (const [from, to, sentence] of [
      ['the-shop', 'nobody', '403 InvalidAccessKeyId'],
      ['a%20secret', 'hush', '403 SignatureDoesNotMatch'],
      ['/lacquer', '/elsewhere', '404 NoSuchBucket'],
      ['here-1', 'there-1', '400 AuthorizationHeaderMalformed'],
      ['tls=0', 'tls=1', 'cannot be reached: ERR_SSL'],
    ] as const) {
      const refusal = await filesAt(store.mediaUrl.replace(from, to))
        .prepare()
        .catch((error: unknown) => error);
      expect(String(refusal)).toMatch(new RegExp(`^Error: MEDIA_URL: the object store .*${sentence}\\S*$`));
      expect(String(refusal)).not.toMatch(/a(%20| )secret|hush/);
    }
    // An unavailable store is no wrong setting.
    store.behaviour = 'refusing';
    await expect(filesAt().prepare()).rejects.toMatchObject({ statusCode: 503 });
  });

  it('without rows are deleted when their process on this machine has died; those of another machine after an hour', async () => {
    const files = filesAt();
    for (const name of [one, other]) await files.publish(await files.stage(Buffer.from(name)), name);
    const own = await files.note([one]);
    const objects = join(directory, 'bucket');
    const isKnown = async (name: string) => name === other;
    const note = (leftover: string, names: string[]) =>
      writeFile(join(objects, encodeURIComponent(`incoming/${leftover}.note`)), names.join('\n'));
    await note('of-another-machine', [one]);
    await files.recover(Date.now() - 3_600_000, isKnown);
    expect(await store.objects()).toEqual([one, other, own.path, 'incoming/of-another-machine.note'].toSorted());

    const [machine, , , ...rest] = temporaryFileName().split('-');
    await note([machine, process.pid, '00000000', ...rest].join('-'), [one, other, 'incoming/x', '../secret']);
    await utimes(join(objects, encodeURIComponent('incoming/of-another-machine.note')), 0, 0);
    await files.recover(Date.now() - 3_600_000, isKnown);
    expect(await store.objects()).toEqual([other, own.path].toSorted());
    await files.discard(own);
    expect(await store.objects()).toEqual([other]);
  });
});

describe('Two shops with one PostgreSQL and one bucket, as in two processes', () => {
  let databases: Databases;
  let left: OpenTestShop;
  let right: OpenTestShop;
  beforeEach(async () => {
    databases = createDatabases('postgres', directory, postgresUrl);
    const databaseUrl = await databases.create();
    const open = (name: string) =>
      openTestShop({
        databaseUrl,
        directory: join(directory, name),
        environment: { MEDIA_URL: store.mediaUrl, LOG_LEVEL: 'trace' },
      });
    left = await open('left');
    right = await open('right');
  });
  afterEach(async () => {
    await Promise.all([left.close(), right.close()]);
    await databases.removeAll();
  });

  const picture = (width: number, height = 200) =>
    sharp({ create: { width, height, channels: 3, background: '#7a1f1f' } })
      .png()
      .toBuffer();
  const upload = async (token: string, ...files: Buffer[]) =>
    left.call('uploadImages', { token, ...filesBody('images', ...files.map((bytes) => ({ name: 'a.png', bytes }))) });

  it('serve pictures, variants and the logo that were uploaded to the other', async () => {
    const { token } = await left.admin();
    const file = await picture(500);
    const [url = ''] = (await upload(token, file)).body.imageUrls;
    const { status, raw, headers } = await right.request('GET', url);
    expect([status, raw.equals(file), headers['content-type']]).toEqual([200, true, 'image/png']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');

    const { id } = await left.listing('Moon', { images: [url] });
    await left.shop.media.makeVariants();
    const { listing } = (await right.call('getListing', { params: { id } })).body;
    const variants = listing.imageSet[0]?.variants ?? [];
    expect(variants).toHaveLength(6);
    for (const variant of variants)
      expect((await right.request('GET', variant.url)).headers['content-type']).toBe(variant.type);

    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    const logo = filesBody('logo', { name: 'logo.svg', bytes: Buffer.from(drawing) });
    const { logoUrl } = (await left.call('uploadLogo', { token, ...logo })).body;
    expect((await right.request('GET', logoUrl)).raw.toString()).toContain('<path d="M0 0h9v9z"/>');

    expect((await store.objects()).filter((name) => name.startsWith('incoming/'))).toEqual([]);
    const { settings } = left.shop;
    expect(await checkDatabase(settings.database, createFileStorage(settings))).toEqual([]);
    expect((await right.request('GET', `/media/${one}`)).status).toBe(404);
    expect(left.logged() + right.logged()).not.toMatch(/a secret|a%20secret/);
  });

  it('answer 503 while the store is unavailable, and lose nothing', async () => {
    const { token } = await left.admin();
    const [seen = '', unseen = ''] = (await upload(token, await picture(330), await picture(340))).body.imageUrls;
    await right.request('GET', seen);
    const { id } = await left.listing('Moon', { images: [seen] });
    const media = createMediaStore({ ...left.shop, files: filesAt() });

    store.behaviour = 'cutting';
    const failed = await upload(token, await picture(350));
    expect([failed.status, failed.headers['retry-after']]).toEqual([503, '2']);
    expect(failed.body.message).toBe('The shop is busy right now. Please try again in a moment.');
    const hidden = await right.request('GET', unseen);
    expect([hidden.status, hidden.headers['cache-control'], hidden.headers['retry-after']]).toEqual([
      503,
      'no-store',
      '2',
    ]);
    expect((await right.request('GET', seen)).status).toBe(200);
    expect((await right.call('getListing', { params: { id } })).status).toBe(200);
    await media.makeVariants();
    await media.recover();
    expect(await readdir(join(directory, 'left', 'media', 'incoming'))).toEqual([]);

    store.behaviour = 'well';
    expect((await right.request('GET', unseen)).status).toBe(200);
    await media.makeVariants();
    const rows = await left.shop.database.read.selectFrom('pictures').selectAll().execute();
    expect(rows.map(({ finished_at }) => finished_at !== null)).toEqual([true, true]);
    await media.removeFiles(rows.map((row) => ({ ...row, variants: [] })));
    expect(await store.objects()).toEqual([]);
  });

  it('make a backup with the pictures, which can be restored into a folder or a bucket', async () => {
    const { token } = await left.admin();
    const [url = ''] = (await upload(token, await picture(330))).body.imageUrls;
    await left.listing('Moon', { images: [url] });
    await left.shop.media.makeVariants();
    const kept = await makeBackup(left.shop.settings, join(directory, 'kept.tar'), 1);
    expect([kept.media.length, kept.missing]).toEqual([5, []]);

    const prefixed = store.mediaUrl.replace('?', '/restored?');
    for (const mediaUrl of ['', prefixed]) {
      const databaseUrl = await databases.create();
      const place = join(directory, `restored ${mediaUrl !== ''}`);
      const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: place, MEDIA_URL: mediaUrl });
      expect(await restoreBackup(settings, join(directory, 'kept.tar'))).toEqual(kept);
      const files = createFileStorage(settings);
      expect(await checkDatabase(settings.database, files)).toEqual([]);
      expect((await files.list()).map(({ name }) => name).toSorted()).toEqual(kept.media.map(({ name }) => name));
    }
  });
});
