import type { ImportKind } from '#contract/import-columns.ts';
import { filesBody } from './files-body.ts';
import type { TestShop } from './open-shop.ts';
import type { Person } from './people.ts';

/** Returns functions that import files as this person. */
export function createImporter(shop: TestShop, person: Person) {
  const { token } = person;
  const upload = (bytes: Buffer, name = 'stock.csv') =>
    shop.call('readImport', { token, ...filesBody('file', { name, bytes }) });
  const importer = {
    upload,
    /** Reads a file. Throws if it is refused. */
    async reads(file: string | Buffer) {
      const { status, body } = await upload(Buffer.isBuffer(file) ? file : Buffer.from(file));
      if (status !== 201) throw new Error(`The file was refused: ${body.message}`);
      return body.import;
    },
    async rowsOf({ id }: { id: string }, kind?: ImportKind) {
      const query = { pageSize: 200, ...(kind && { kind }) };
      return (await shop.call('listImportRows', { token, params: { id }, query })).body.rows;
    },
    apply: ({ id, plan }: { id: string; plan: string }, withoutRefused = false) =>
      shop.call('applyImport', { token, params: { id }, body: { plan, withoutRefused } }),
    /** Reads and imports a file. Throws if it is refused. */
    async imports(file: string | Buffer) {
      const read = await importer.reads(file);
      const { status, body } = await importer.apply(read);
      if (status !== 200) throw new Error(`The import was refused: ${body.message}`);
      return body.import;
    },
    undo: ({ id }: { id: string }) => shop.call('undoImport', { token, params: { id } }),
    /** The pieces as the panel lists them, sorted by name, at most 200. */
    async pieces() {
      const query = { sort: 'name', pageSize: 200 } as const;
      return (await shop.call('listListingsAsAdmin', { token, query })).body.listings;
    },
    async exported() {
      return (await shop.call('exportPieces', { token })).raw;
    },
  };
  return importer;
}
