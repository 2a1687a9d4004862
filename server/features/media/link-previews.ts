import { linkPreviewSize } from '#contract/link-preview.ts';
import { createSerialQueue } from '#server/platform/concurrency/serial-queue.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { FileStorage } from '#server/platform/object-storage/file-storage.ts';
import { createEncoder } from './encoder.ts';
import { selectPictureByHash } from './media.queries.ts';
import { storedNameOf } from './stored-name.ts';

export interface LinkPreviews {
  /** Makes and stores the preview with the name `<hash>/preview.jpg`; null when there is no such picture. */
  make(name: string): Promise<Buffer | null>;
  close(): void;
}

/**
 * Makes the JPEG that other sites show for a link to a piece (contract/link-preview.ts) on its first request, because most are
 * never requested. Makes one at a time, in an encoding process of its own that ends when none is pending. In the one that makes the
 * variants, previews would wait too long: a site waits only some seconds.
 */
export function createLinkPreviews({ files, reader }: { files: FileStorage; reader: Reader }): LinkPreviews {
  const encoder = createEncoder();
  const pending = new Map<string, Promise<Buffer | null>>();
  const encodeInTurn = createSerialQueue();

  const encode = async (name: string): Promise<Buffer | null> => {
    const hash = name.slice(0, name.indexOf('/'));
    const picture = await selectPictureByHash(reader, hash);
    const original = picture && (await files.read(storedNameOf(picture.url)));
    if (!original) return null;
    const size = linkPreviewSize(picture);
    const preview = await encoder.encode({ original, widest: size.width, ...size, format: 'jpeg' });
    await files.publish(await files.stage(preview), name);
    // The picture may have been deleted in the meantime.
    if (!(await selectPictureByHash(reader, hash))) await files.remove(name);
    return preview;
  };

  return {
    make(name) {
      const known = pending.get(name);
      if (known !== undefined) return known;
      const made = encodeInTurn(() => encode(name)).finally(() => {
        pending.delete(name);
        if (pending.size === 0) encoder.end();
      });
      pending.set(name, made);
      return made;
    },
    close: () => encoder.end(),
  };
}
