import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export interface StaticFile {
  type: string;
  bytes: Buffer;
  /** Made by the build (tools/compress-assets.ts), where that saves anything. */
  br: Buffer | null;
  gzip: Buffer | null;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * What the build made for the browser, in memory (under a megabyte), by address: no path of a request ever reaches the
 * file system. Files of other types than these are left out.
 */
export async function readStaticFiles(directory: string): Promise<Map<string, StaticFile>> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => !name.startsWith('.'));
  const known = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const type = types[extname(name)];
    const path = join(directory, name);
    if (!type || !(await stat(path)).isFile()) continue;
    files.set(`/${name.replaceAll(sep, '/')}`, {
      type,
      bytes: await readFile(path),
      br: known.has(`${name}.br`) ? await readFile(`${path}.br`) : null,
      gzip: known.has(`${name}.gz`) ? await readFile(`${path}.gz`) : null,
    });
  }
  return files;
}
