import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { z } from 'zod';
import { ask, startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
import type { PaperContent, PrintPicture } from './paper-content.ts';
import { pixelsFor } from './print-picture.ts';

interface Options {
  /** Reads a file by its path below /media; null if there is none. */
  readFile: (path: string) => Promise<Buffer | null>;
  /** Called after each piece with the number of pieces drawn so far. */
  onDrawn: (drawn: number) => Promise<void>;
  signal: AbortSignal;
}

const answer = z.union([
  z.object({ bytes: z.instanceof(Uint8Array), pages: z.number() }),
  z.object({ failure: z.string() }),
]);

/**
 * Draws a paper in a child process, which ends with the paper: requests of the shop have priority over it, its memory returns to the
 * system, and a paper is cancelled by killing it. It gets one picture at a time and answers with the bytes that are finished, so
 * neither process ever holds all pictures or the whole PDF.
 */
export function drawInProcess(content: PaperContent, options: Options) {
  let pages = 0;
  return {
    /** Yields the bytes of the PDF. Throws if it cannot be drawn, and if `signal` is aborted. */
    async *chunks(): AsyncGenerator<Buffer> {
      // Not the lowest priority, because somebody waits for the paper.
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
    /** The number of pages of the PDF; complete once all chunks were read. */
    pages: () => pages,
  };
}

async function* converse(child: ChildProcess, content: PaperContent, { readFile, onDrawn, signal }: Options) {
  const tell = (message: object) => askProcess(child, message);
  const pictureOf = async (picture: PrintPicture | null, place: 'cover' | 'piece') => {
    if (!picture) return null;
    const wanted = pixelsFor(picture, place, content.size);
    const file = picture.files.find(({ width }) => width >= wanted) ?? picture.files.at(-1);
    return file ? readFile(file.path) : null;
  };
  yield tell({ begin: content, picture: await pictureOf(content.cover, 'cover') });
  for (const [position, { picture }] of content.pieces.entries()) {
    signal.throwIfAborted();
    yield tell({ piece: position, picture: await pictureOf(picture, 'piece') });
    await onDrawn(position + 1);
  }
  signal.throwIfAborted();
  yield tell({ finish: true });
}

async function askProcess(child: ChildProcess, message: object): Promise<{ bytes: Uint8Array; pages: number }> {
  const reply = answer.parse(await ask(child, message, 'draws papers'));
  if ('failure' in reply) throw new Error(reply.failure);
  return reply;
}
