import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What build/program/ was made of. */
export interface BundleManifest {
  version: string;
  /** The modules in the bundle. In a release, which has no sources, there are none. */
  modules: Inputs;
  /** Files and folders that the program reads beside its modules. */
  files: readonly string[];
  /** The packages that the program loads from node_modules. */
  packages: readonly string[];
}

/** Files and folders, by their paths below the root of the repository, in the state in which a build has read them. */
export type Inputs = Readonly<Record<string, InputStamp>>;

/**
 * The state of a file or folder: its size (0 for a folder), the time of its last change (`ctime`, which no program can set) in
 * milliseconds, and the hash of its content or of the names in it.
 */
export type InputStamp = readonly [size: number, changedAt: number, hash: string];

/** In build/program/. */
export const manifestName = 'manifest.json';
/** In build/: what the pages were made of. */
export const pageInputsName = 'page-inputs.json';

export const readManifest = (build: string): BundleManifest | null =>
  // Only scripts/program/bundle-program.ts and scripts/release.ts write it, and they have this type.
  readJson(join(build, 'program', manifestName)) as BundleManifest | null;

export const readPageInputs = (build: string): Inputs | null =>
  // Only scripts/build-shop.ts writes it, and it has this type.
  readJson(join(build, pageInputsName)) as Inputs | null;

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
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

/** The stamps of files and folders below the root, and of all files and folders below them, except tests. Those that do not exist are left out. */
export function stampsUnder(root: string, paths: readonly string[]): Inputs {
  const found = paths.flatMap((path) => {
    const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
    const below = isFolder ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }) : [];
    return [path, ...below.filter(isNoTest).map((name) => join(path, name))];
  });
  const stamps = found.map((path) => [path, stampOf(join(root, path))] as const);
  return Object.fromEntries(stamps.flatMap(([path, stamp]) => (stamp ? [[path, stamp]] : [])));
}

function hashOf(path: string, isFolder: boolean): string {
  const content = isFolder ? readdirSync(path).filter(isNoTest).sort().join('\0') : readFileSync(path);
  return createHash('sha256').update(content).digest('base64url');
}

const isNoTest = (name: string) => !name.endsWith('.test.ts');
