// The entry of the process that draws a catalogue, price list or wall labels. in-paper-process.ts starts it.
import sharp from 'sharp';
import { limits } from '#contract/limits.ts';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { drawPaper, type PaperDrawing } from './draw-paper.ts';
import type { PaperContent } from './paper-content.ts';
import { pixelsFor } from './print-picture.ts';

/** A message of in-paper-process.ts, the only sender on this channel. */
type Request = { picture?: Uint8Array | null } & ({ begin: PaperContent } | { piece: number } | { finish: true });

sharp.concurrency(1);
sharp.cache(false);
let content: PaperContent | null = null;
let drawing: PaperDrawing | null = null;

process.on('message', (message) => {
  perform(message as Request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
endWithParent();

async function perform(request: Request) {
  if ('begin' in request) {
    content = request.begin;
    drawing = drawPaper(content, await jpegOf(request.picture, content.cover, 'cover'));
    return drawing.takeBytes();
  }
  if (!content || !drawing) throw new Error('no paper was begun');
  if ('finish' in request) return drawing.finish();
  const piece = content.pieces[request.piece];
  if (!piece) throw new Error('there is no such piece');
  drawing.drawPiece(piece, await jpegOf(request.picture, piece.picture, 'piece'));
  return drawing.takeBytes();
}

/** The picture as the PDF embeds it, at print density; null if its file is missing or damaged, so that the paper is drawn without it. */
async function jpegOf(
  file: Uint8Array | null | undefined,
  picture: PaperContent['cover'],
  place: 'cover' | 'piece',
): Promise<Buffer | null> {
  if (!file || !picture || !content) return null;
  return sharp(file, { limitInputPixels: limits.picturePixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: pixelsFor(picture, place, content.size), withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, chromaSubsampling: '4:2:0' })
    .toBuffer()
    .catch(() => null);
}
