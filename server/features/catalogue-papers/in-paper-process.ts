import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { z } from 'zod';
import { startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
import type { PaperContent, PrintPicture } from './paper-content.ts';
import { pixelsFor } from './print-picture.ts';

interface Options {
  /** A file by its path below /media; null if there is none. */
  readFile: (path: string) => Promise<Buffer | null>;
  /** Called with the number of pieces that are drawn. */
  onDrawn: (drawn: number) => Promise<void>;
  signal: AbortSignal;
}

const answer = z.union([
  z.object({ bytes: z.instanceof(Uint8Array), pages: z.number() }),
  z.object({ failure: z.string() }),
]);

/**
 * Draws a paper in a process of its own that ends with it, so that requests go first, its memory returns to the system, and cancelling
 * is to end it. The process gets one picture at a time and answers with the bytes that are finished, so neither side ever holds
 * the pictures or the file.
 */
export function drawInProcess(content: PaperContent, options: Options) {
  let pages = 0;
  return {
    /** The bytes of the PDF. Throws when it cannot be drawn, and when it is aborted. */
    async *chunks(): AsyncGenerator<Buffer> {
      // Somebody waits for it.
      const module = new URL('./paper-process.ts', import.meta.url);
      const child = startLowPriorityProcess(module, constants.priority.PRIORITY_BELOW_NORMAL);
      const end = () => child.kill('SIGKILL');
      options.signal.addEventListener('abort', end, { once: true });
      try {
        for await (const reply of converse(child, content, options)) {
          pages = reply.pages;
          if (reply.bytes.length > 0) yield Buffer.from(reply.bytes);
        }
      } finally {
        options.signal.removeEventListener('abort', end);
        end();
      }
    },
    /** How many pages it has; when all bytes were read. */
    pages: () => pages,
  };
}

async function* converse(child: ChildProcess, content: PaperContent, { readFile, onDrawn, signal }: Options) {
  const ask = (message: object) => askProcess(child, message);
  const pictureOf = async (picture: PrintPicture | null, place: 'cover' | 'piece') => {
    if (!picture) return null;
    const wanted = pixelsFor(picture, place, content.size);
    const file = picture.files.find(({ width }) => width >= wanted) ?? picture.files.at(-1);
    return file ? readFile(file.path) : null;
  };
  yield ask({ begin: content, picture: await pictureOf(content.cover, 'cover') });
  for (const [position, { picture }] of content.pieces.entries()) {
    signal.throwIfAborted();
    yield ask({ piece: position, picture: await pictureOf(picture, 'piece') });
    await onDrawn(position + 1);
  }
  signal.throwIfAborted();
  yield ask({ finish: true });
}

async function askProcess(child: ChildProcess, message: object): Promise<{ bytes: Uint8Array; pages: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = () => reject(new Error('the process that draws papers ended'));
  child.once('message', resolve);
  child.once('exit', onExit);
  child.once('disconnect', onExit);
  try {
    if (!child.connected) onExit();
    else child.send(message, (error) => error && onExit());
    const reply = answer.parse(await promise);
    if ('failure' in reply) throw new Error(reply.failure);
    return reply;
  } finally {
    child.off('message', resolve);
    child.off('exit', onExit);
    child.off('disconnect', onExit);
  }
}
