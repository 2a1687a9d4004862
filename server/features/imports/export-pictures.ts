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

/** The size of a block of a tar archive in bytes. Each file is padded to whole blocks, and two empty blocks end the archive. */
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

/**
 * The header and the bytes of a file that is open. A slow client may leave, or the file may fail, before the first byte of the file is
 * read; the file is closed in every case.
 */
async function* streamedFile(header: Buffer, content: Readable): AsyncGenerator<Buffer> {
  // The loop below throws the error. Without this listener, an error before the loop would end the process.
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
