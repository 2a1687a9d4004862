import { readFile } from 'node:fs/promises';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { importEndpoints, PieceImport } from '#contract/imports.ts';
import { limits } from '#contract/limits.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { withOneFile } from '#server/platform/http/uploads.ts';
import type { Shop } from '#server/shop.ts';
import {
  applyImport,
  changeColumns,
  exportPictures,
  exportPieces,
  exportPiecesAsJson,
  findImport,
  listImportRows,
  listImports,
  previewUndo,
  readImport,
  refusedRows,
  undoImport,
} from './imports.ts';

export function importRoutes(shop: Shop): Handlers<keyof typeof importEndpoints> {
  return {
    async readImport({ files, session }) {
      return withOneFile(
        { files, bytes: limits.importFile, tooLarge: 'importTooLarge', storage: shop.media },
        async (file) => {
          const read = await readImport(shop, session.userId, { name: file.name, bytes: await readFile(file.path) });
          return isRefusal(read) ? read : { import: read };
        },
      );
    },
    listImports: ({ query }) => listImports(shop, query),
    getImport: async ({ params }) => inReply(await findImport(shop, params.id)),
    listImportRows: ({ params, query }) => listImportRows(shop, params.id, query),
    changeImportColumns: async ({ params, body }) => inReply(await changeColumns(shop, params.id, body.targets)),
    applyImport: async ({ params, body: { plan, withoutRefused = false }, session }) =>
      inReply(await applyImport(shop, { adminId: session.userId, id: params.id, plan, withoutRefused })),
    previewImportUndo: ({ params }) => previewUndo(shop, params.id),
    undoImport: ({ params, session }) => undoImport(shop, session.userId, params.id),
    downloadRefusedRows: async ({ params }) => {
      const csv = await refusedRows(shop, params.id);
      return isRefusal(csv) ? csv : { csv, filename: 'rows-to-correct.csv' };
    },
    exportPieces: ({ session }) => exportPieces(shop, session.userId),
    exportPiecesAsJson: ({ session }) => exportPiecesAsJson(shop, session.userId),
    exportPictures: ({ session }) => exportPictures(shop, session.userId),
  };
}

const inReply = (found: PieceImport | Refusal) => (isRefusal(found) ? found : { import: found });
