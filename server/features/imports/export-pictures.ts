import { Readable } from 'node:stream';
import { Header } from 'tar';
import { csvText } from '#contract/csv.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import { allRecords } from '#server/features/catalog/catalog.ts';
import type { FileReply } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { beginExport } from './begin-export.ts';

/**
 * The pictures of all pieces as they were uploaded, in a tar archive that is read and sent a file at a time. A file is named by its
 * piece: `red-river-moon-01.jpg`. Pictures that are not in this shop are named in `not-included.csv`. Refused (429): too many exports
 * within an hour.
 */
export async function exportPictures(shop: Shop, adminId: string): Promise<FileReply | Refusal> {
  const filename = await beginExport(shop, adminId, 'pictures.tar');
  if (isRefusal(filename)) return filename;
  return { content: Readable.from(archiveOf(shop), { objectMode: false }), filename };
}

/** Bytes of a block; each file is filled up to whole ones, and two empty ones end the archive. */
const block = 512;

async function* archiveOf(shop: Shop): AsyncGenerator<Buffer> {
  const missing: string[][] = [['Piece', 'Picture']];
  for await (const records of allRecords(shop.database.read)) {
    for (const { id, images, updated_at } of records) {
      for (const [place, { url }] of images.entries()) {
        const file = await shop.media.openFile(url);
        if (file === null) {
          missing.push([id, url]);
          continue;
        }
        const size = Buffer.isBuffer(file) ? file.length : file.size;
        const header = headerOf(`${id}-${String(place + 1).padStart(2, '0')}${extensionOf(url)}`, size, updated_at);
        yield* Buffer.isBuffer(file) ? [header, file] : streamedFile(header, file.content);
        yield padding(size);
      }
    }
  }
  if (missing.length > 1) {
    const list = Buffer.from(csvText(missing));
    yield headerOf('not-included.csv', list.length, shop.clock());
    yield list;
    yield padding(list.length);
  }
  yield Buffer.alloc(2 * block);
}

function headerOf(path: string, size: number, changedAt: number): Buffer {
  const header = new Header({ path, size, mode: 0o644, mtime: new Date(changedAt), type: 'File' });
  header.encode();
  if (!header.block) throw new Error('tar wrote no header');
  return header.block;
}

/** The file is open while a slow client reads the header, so its stream may fail or be given up before its first byte is asked for. */
async function* streamedFile(header: Buffer, content: Readable): AsyncGenerator<Buffer> {
  // The loop throws the error; without a listener it would end the process before.
  content.on('error', () => undefined);
  try {
    yield header;
    for await (const part of content) yield Buffer.from(part);
  } finally {
    content.destroy();
  }
}

const padding = (size: number) => Buffer.alloc((block - (size % block)) % block);

const extensionOf = (url: string) => /\.[a-z\d]{1,5}$/.exec(url)?.[0] ?? '';
