import { join, relative } from 'node:path';
import { readPoFile } from '../../server/platform/po-file.ts';

const root = join(import.meta.dirname, '..', '..');

/** The translations of one catalog, by the id that Lingui makes of the English text. A text without an entry stays English. */
export type Catalog = ReadonlyMap<string, string>;

/**
 * The name of the catalog of a source file: `contract` for contract/; `pages` for files directly in web/; `admin/panel` for files
 * directly in web/admin/, and `admin/NAME` for its directories; the name of the directory for the rest of web/. Null for files whose
 * texts are not translated.
 */
export function catalogName(file: string): string | null {
  const [layer, ...rest] = relative(root, file).split(/[\\/]/);
  if (layer === 'contract') return 'contract';
  if (layer !== 'web') return null;
  const [first, ...below] = rest;
  if (first === 'admin') return `admin/${below.length > 1 ? below[0] : 'panel'}`;
  return below.length > 0 ? (first ?? null) : 'pages';
}

/** Returns the catalogs of a language, by source file. Each is read once. */
export function readCatalogs(language: string): (file: string) => Catalog {
  const catalogs = new Map<string, Catalog>();
  return (file) => {
    const name = catalogName(file) ?? '';
    const catalog = catalogs.get(name) ?? readCatalog(language, name);
    catalogs.set(name, catalog);
    return catalog;
  };
}

/** The catalog of this name; empty if there is none. */
export function readCatalog(language: string, name: string): Catalog {
  return new Map(readPoFile(language, name).map(({ id, translation }) => [id, translation]));
}
