import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupRefused } from './backup-refused.ts';
import { tableSums } from './table-sums.ts';

/** A file of the media folder by its place there: `<hash>/640.avif`. */
const mediaName = z.string().regex(/^[0-9a-f]{32}\/[a-z0-9]{1,12}\.[a-z]{3,4}$/);

const content = z.object({
  format: z.literal(1),
  /** Epoch milliseconds: the database is as of a moment not before it. */
  createdAt: z.number(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The last step that the schema had taken. */
  schema: z.string().min(1),
  /** Each behind those its rows belong to. */
  tables: z.array(tableSums.extend({ name: z.string().regex(/^[a-z_]+$/), columns: z.array(z.string()) })),
  media: z.array(z.object({ name: mediaName, bytes: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** What the database names and the media folder did not have. */
  missing: z.array(z.string()),
});
/** What is in a backup: a tar file of `manifest.json`, `tables/<name>.jsonl.gz` and `media/<place>`, in this order. */
export type Manifest = z.infer<typeof content>;

const sealed = z.object({ sha256: z.string(), content: z.unknown() });

export const manifestFile = 'manifest.json';
export const tableFile = (name: string) => `tables/${name}.jsonl.gz`;
export const mediaFile = (name: string) => `media/${name}`;

export const filesOf = ({ tables, media }: Pick<Manifest, 'tables' | 'media'>) => [
  ...tables.map(({ name }) => tableFile(name)),
  ...media.map(({ name }) => mediaFile(name)),
];

/** With the hash of itself, as of everything else. */
export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ sha256: hashOf(manifest), content: manifest }, null, 1)}\n`;
}

/** Throws BackupRefused where it is not whole. */
export function readManifest(text: string): Manifest {
  try {
    const seal = sealed.parse(JSON.parse(text));
    if (hashOf(seal.content) === seal.sha256) return content.parse(seal.content);
  } catch {
    // The line below says it.
  }
  throw new BackupRefused('Its list of contents is damaged, or of a version of the shop that is not known here.');
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
