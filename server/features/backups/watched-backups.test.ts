import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

/** The disks of the shop, in blocks of 100,000 bytes. */
const disk = { bsize: 100_000, bavail: 400_000, blocks: 1_000_000 };
const { statfs } = fs;
beforeAll(() => {
  // Named imports of Node's modules follow only after this call.
  Object.assign(fs, { statfs: async () => disk });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, { statfs });
  syncBuiltinESMExports();
});

const token = 'a-token-for-prometheus';
const at = Date.parse('2026-11-22T18:30:00Z');

onEachEngine(
  'Backups and disks',
  (shop) => {
    const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
      Promise.resolve(shop.app.inject({ method: 'GET', url: `/api/${path}`, headers }));
    const store = (night: string, startedAt: number, run: { state: 'done' | 'failed'; error: string }) =>
      shop.shop.database.write((tx) =>
        tx
          .insertInto('backup_runs')
          .values({
            ...run,
            night,
            tries: 1,
            started_at: startedAt,
            finished_at: startedAt,
            next_at: startedAt,
            bytes: 1,
            row_count: 1,
            media_count: 0,
            missing_count: 0,
          })
          .execute(),
      );

    it('are told to programs that have the token: how the last backup went, when the last good one was, free space', async () => {
      expect((await get('health')).json()).toMatchObject({ backup: { result: 'none', lastGoodAt: null } });
      await store('2026-11-22', at, { state: 'done', error: '' });
      await store('2026-11-23', at + 86_400_000, { state: 'failed', error: 'killed' });
      const metrics = (await get('metrics')).payload;
      expect(metrics).toContain('lacquer_backup_result{result="failed"} 1');
      expect(metrics).toContain('lacquer_backup_result{result="good"} 0');
      expect(metrics).toContain(`lacquer_backup_timestamp_seconds{result="good"} ${at / 1_000}`);
      expect(metrics).toContain('lacquer_disk_free_bytes{place="data"} 40000000000');
      expect(metrics).toContain('lacquer_disk_size_bytes{place="backups"} 100000000000');
      const size = { freeBytes: 40_000_000_000, sizeBytes: 100_000_000_000, isNearlyFull: false };
      expect((await get('health')).json()).toMatchObject({
        database: shop.engine,
        backup: { result: 'failed', lastGoodAt: '2026-11-22T18:30:00.000Z' },
        disks: [
          { place: 'data', ...size },
          { place: 'backups', ...size },
        ],
      });
    });

    it('are not told to others', async () => {
      for (const headers of [{}, { authorization: 'Bearer another-token-of-somebody' }])
        expect(Object.keys((await get('health', headers)).json()).toSorted()).toEqual([
          'database',
          'success',
          'version',
        ]);
    });

    it('are on the list of what needs somebody when little space is left', async () => {
      const owner = await shop.admin();
      const needs = async () => (await shop.call('listNeeds', { token: owner.token })).body.needs;
      expect(await needs()).toEqual([]);
      disk.bavail = 9_000;
      try {
        expect(await needs()).toMatchObject([
          {
            kind: 'disk',
            what: 'The disk of the shop is nearly full: 0.9 GB are free',
            path: '/admin/settings/backups',
          },
          { kind: 'disk', what: 'The disk of the backups is nearly full: 0.9 GB are free' },
        ]);
      } finally {
        disk.bavail = 400_000;
      }
    });
  },
  { METRICS_TOKEN: token, BACKUP_TO: '/tmp/lacquer-watched-backups', BACKUP_PASSPHRASE: 'four words of a list' },
);
