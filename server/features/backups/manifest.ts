import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupRefused } from './backup-refused.ts';
import { tableSums } from './table-sums.ts';

/** The name of a media file: `<hash>/640.avif` or `scans/<id>.tiles`. */
const mediaName = z
  .string()
  .regex(/^([0-9a-f]{32}\/[a-z0-9]{1,12}\.[a-z]{3,4}|scans\/[0-9a-f]{32}\.(original|tiles))$/);

const content = z.object({
  format: z.literal(1),
  /** Epoch milliseconds. The snapshot of the database was taken at or after this time. */
  createdAt: z.number(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The latest migration of the schema. */
  schema: z.string().min(1),
  /** Tables come after those that they refer to. */
  tables: z.array(tableSums.extend({ name: z.string().regex(/^[a-z_]+$/), columns: z.array(z.string()) })),
  media: z.array(z.object({ name: mediaName, bytes: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** Media files that the database refers to and that did not exist. */
  missing: z.array(z.string()),
});
/** The contents of a backup: a tar file with `manifest.json`, `tables/<name>.jsonl.gz` and `media/<name>`, in this order. */
export type Manifest = z.infer<typeof content>;

const sealed = z.object({ sha256: z.string(), content: z.unknown() });

export const manifestFile = 'manifest.json';
export const tableFile = (name: string) => `tables/${name}.jsonl.gz`;
export const mediaFile = (name: string) => `media/${name}`;

export const filesOf = ({ tables, media }: Pick<Manifest, 'tables' | 'media'>) => [
  ...tables.map(({ name }) => tableFile(name)),
  ...media.map(({ name }) => mediaFile(name)),
];

/** The manifest as JSON, with a hash of itself. */
export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ sha256: hashOf(manifest), content: manifest }, null, 1)}\n`;
}

/** Throws BackupRefused when the manifest is damaged or of another format. */
export function readManifest(text: string): Manifest {
  try {
    const seal = sealed.parse(JSON.parse(text));
    if (hashOf(seal.content) === seal.sha256) return content.parse(seal.content);
  } catch {
    // Refused below.
  }
  throw new BackupRefused('Its list of contents is damaged, or of a version of the shop that is not known here.');
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
