import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { etagOf } from './encodings.ts';

export interface StaticFile {
  type: string;
  bytes: Buffer;
  etag: string;
  /** Compressed by the build (scripts/compress-assets.ts); null where that saves nothing. */
  br: Buffer | null;
  gzip: Buffer | null;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Reads the files that the build made for browsers into memory (a few megabytes) and returns them by their path, so that
 * no path of a request reaches the file system. Files of other types are left out.
 */
export async function readStaticFiles(directory: string): Promise<Map<string, StaticFile>> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => !name.startsWith('.'));
  const known = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const type = types[extname(name)];
    const path = join(directory, name);
    if (!type || !(await stat(path)).isFile()) continue;
    const bytes = await readFile(path);
    files.set(`/${name.replaceAll(sep, '/')}`, {
      type,
      bytes,
      etag: etagOf(bytes),
      br: known.has(`${name}.br`) ? await readFile(`${path}.br`) : null,
      gzip: known.has(`${name}.gz`) ? await readFile(`${path}.gz`) : null,
    });
  }
  return files;
}
