import { readdirSync, readFileSync } from 'node:fs';
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
 * Reads the files that the build made for browsers into memory (a few megabytes, thirty milliseconds) and returns them by their path, so that
 * no path of a request reaches the file system. Files of other types are left out.
 */
export function readStaticFiles(directory: string): Map<string, StaticFile> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = new Set(entries.map(({ parentPath, name }) => join(parentPath, name)));
  const files = new Map<string, StaticFile>();
  for (const path of paths) {
    const name = path.slice(join(directory, sep).length);
    const type = types[extname(name)];
    if (!type || name.startsWith('.')) continue;
    const bytes = readFileSync(path);
    files.set(`/${name.replaceAll(sep, '/')}`, {
      type,
      bytes,
      etag: etagOf(bytes),
      br: paths.has(`${path}.br`) ? readFileSync(`${path}.br`) : null,
      gzip: paths.has(`${path}.gz`) ? readFileSync(`${path}.gz`) : null,
    });
  }
  return files;
}
