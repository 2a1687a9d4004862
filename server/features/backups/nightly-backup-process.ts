// The entry of the process that makes a nightly backup. backup-process.ts starts it.
import { z } from 'zod';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { makeNightlyBackup } from './make-nightly-backup.ts';

const bucket = z.object({
  endpoint: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
const request = z.object({
  database: z.union([
    z.object({ engine: z.literal('sqlite'), file: z.string() }),
    z.object({ engine: z.literal('postgres'), url: z.string() }),
  ]),
  dataDirectory: z.string(),
  objectStore: bucket.nullable(),
  nightlyBackups: z.object({
    place: z.union([bucket, z.object({ directory: z.string() })]),
    passphrase: z.string(),
    workFactor: z.number().optional(),
    kept: z.number(),
  }),
  night: z.string(),
  now: z.number(),
});

process.once('message', (message) => {
  makeNightlyBackup(request.parse(message)).then(
    (made) => process.send?.({ made }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
endWithParent();
