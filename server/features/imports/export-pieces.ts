import { Readable } from 'node:stream';
import { pieceFieldNames } from '#contract/collection/piece.ts';
import { csvLines, csvMark } from '#contract/csv.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import { pieceColumnKeys } from '#contract/import-columns.ts';
import { allRecords, type ListingRecord, listingFieldsOf } from '#server/features/catalog/catalog.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { FileReply } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { beginExport } from './begin-export.ts';
import { cellsOf } from './cells.ts';

/** All pieces in the shop's own format, read and sent a part at a time. Refused (429): too many exports within an hour. */
export async function exportPieces(shop: Shop, adminId: string): Promise<FileReply | Refusal> {
  const filename = await beginExport(shop, adminId, 'pieces.csv');
  return isRefusal(filename) ? filename : { content: Readable.from(csvOf(shop.database.read)), filename };
}

/** The same as a JSON array, with the ids of artists and series. */
export async function exportPiecesAsJson(shop: Shop, adminId: string): Promise<FileReply | Refusal> {
  const filename = await beginExport(shop, adminId, 'pieces.json');
  return isRefusal(filename) ? filename : { content: Readable.from(jsonOf(shop.database.read)), filename };
}

async function* csvOf(reader: Reader): AsyncGenerator<string> {
  yield csvMark + csvLines([pieceColumnKeys]);
  for await (const records of allRecords(reader))
    yield csvLines(records.map((record) => cellsOf({ id: record.id, fields: listingFieldsOf(record) })));
}

async function* jsonOf(reader: Reader): AsyncGenerator<string> {
  let before = '[\n';
  for await (const records of allRecords(reader)) {
    yield before + records.map((record) => JSON.stringify(pieceOf(record))).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function pieceOf(record: ListingRecord): object {
  const fields = listingFieldsOf(record);
  return {
    id: record.id,
    ...Object.fromEntries(pieceFieldNames.map((field) => [field, fields[field]])),
    createdAt: new Date(record.created_at).toISOString(),
  };
}
