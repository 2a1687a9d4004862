import { readFile } from 'node:fs/promises';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { importEndpoints, PieceImport } from '#contract/imports.ts';
import { limits } from '#contract/limits.ts';
import { editorOf } from '#server/features/catalog/catalog.ts';
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
    async readImport({ files, session, pageLanguage }) {
      return withOneFile(
        { files, bytes: limits.importFile, tooLarge: 'importTooLarge', storage: shop.media },
        async (file) => {
          const upload = { name: file.name, bytes: await readFile(file.path), language: pageLanguage ?? 'en' };
          const read = await readImport(shop, editorOf(session), upload);
          return isRefusal(read) ? read : { import: read };
        },
      );
    },
    listImports: ({ query }) => listImports(shop, query),
    getImport: async ({ params, pageLanguage }) => inReply(await findImport(shop, params.id, pageLanguage ?? 'en')),
    listImportRows: ({ params, query, pageLanguage }) => listImportRows(shop, params.id, query, pageLanguage ?? 'en'),
    changeImportColumns: async ({ params, body, session, pageLanguage }) =>
      inReply(await changeColumns(shop, editorOf(session), params.id, body.targets, pageLanguage ?? 'en')),
    applyImport: async ({ params, body: { plan, withoutRefused = false }, session, pageLanguage }) => {
      const by = { editor: editorOf(session), language: pageLanguage ?? 'en' };
      return inReply(await applyImport(shop, { ...by, id: params.id, plan, withoutRefused }));
    },
    previewImportUndo: ({ params, session, pageLanguage }) =>
      previewUndo(shop, { editor: editorOf(session), id: params.id, language: pageLanguage ?? 'en' }),
    undoImport: ({ params, session, pageLanguage }) =>
      undoImport(shop, { editor: editorOf(session), id: params.id, language: pageLanguage ?? 'en' }),
    downloadRefusedRows: async ({ params, pageLanguage }) => {
      const csv = await refusedRows(shop, params.id, pageLanguage ?? 'en');
      return isRefusal(csv) ? csv : { csv, filename: 'rows-to-correct.csv' };
    },
    exportPieces: ({ session }) => exportPieces(shop, session.userId),
    exportPiecesAsJson: ({ session }) => exportPiecesAsJson(shop, session.userId),
    exportPictures: ({ session }) => exportPictures(shop, session.userId),
  };
}

const inReply = (found: PieceImport | Refusal) => (isRefusal(found) ? found : { import: found });
