import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files and symbolic links below a directory, sorted, as paths below it with `/`. */
export function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}
