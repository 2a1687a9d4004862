import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const backups = z.object({
  /** Where nightly backups are stored; null: the shop makes none by itself. */
  to: z.enum(['folder', 'bucket']).nullable(),
  /** At most this many are kept (BACKUP_KEEP). */
  kept: z.number().nullable(),
  /** When the next one begins. */
  nextAt: z.string().nullable(),
  /** The latest first, at most 30. */
  runs: z.array(
    z.object({
      /** As 2026-11-23, in the shop's time zone. */
      night: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      startedAt: z.string(),
      finishedAt: z.string().nullable(),
      /** Of the encrypted file. */
      bytes: z.number(),
      rows: z.number(),
      media: z.number(),
      /** Media files that did not exist. */
      missing: z.number(),
      /** Whether it was restored into a temporary database, and everything compared. */
      isRehearsed: z.boolean(),
      /** Why there is no backup, or why it could not be restored. */
      error: z.string(),
    }),
  ),
});
export type Backups = z.infer<typeof backups>;

export const backupEndpoints = {
  getBackups: endpoint({
    method: 'GET',
    path: '/admin/backups',
    access: 'viewer',
    summary: 'The nightly backups of the last month, and whether each could be restored',
    reply: z.object({ backups }),
  }),
};
