import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What build/program/ was made of: the inputs by their path below the root of the repository. */
export interface BundleManifest {
  version: string;
  /** The modules in the bundle. In a release, which has no sources, there are none. */
  modules: Inputs;
  /** What the pages were made of, files and folders. */
  pages: Inputs;
  /** Files and folders that the program reads beside its modules. */
  files: readonly string[];
  /** The packages that the program loads from node_modules. */
  packages: readonly string[];
}

export type Inputs = Readonly<Record<string, InputStamp>>;

/**
 * The state of a file or folder: its size (0 for a folder), the time of its last change (`ctime`, which no program can set) in
 * milliseconds, and the hash of its content or of the names in it.
 */
export type InputStamp = readonly [size: number, changedAt: number, hash: string];

export const manifestName = 'manifest.json';

export function readManifest(bundle: string): BundleManifest | null {
  try {
    // Only scripts/bundle-server.ts writes it, and it has this type.
    return JSON.parse(readFileSync(join(bundle, manifestName), 'utf8')) as BundleManifest;
  } catch {
    return null;
  }
}

/** Whether every input still has the content that it had. Reads only the files that have another time; takes a few milliseconds. */
export function areUnchanged(root: string, inputs: Inputs): boolean {
  return Object.entries(inputs).every(([name, [size, changedAt, hash]]) => {
    const path = join(root, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || (stats.isFile() && stats.size !== size)) return false;
    return stats.ctimeMs === changedAt || hashOf(path, stats.isDirectory()) === hash;
  });
}

/** Call it before the input is read, so that a change in the meantime is noticed. Returns null if it does not exist. */
export function stampOf(path: string): InputStamp | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  const isFolder = stats.isDirectory();
  return [isFolder ? 0 : stats.size, stats.ctimeMs, hashOf(path, isFolder)];
}

function hashOf(path: string, isFolder: boolean): string {
  const content = isFolder ? readdirSync(path).sort().join('\0') : readFileSync(path);
  return createHash('sha256').update(content).digest('base64url');
}
