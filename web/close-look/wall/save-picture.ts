import { saveFile } from '../../account/save-file.ts';
import type { ShownPiece } from './drawn-room.tsx';
import { blobOf } from './open-photo.ts';
import { pixelsPerCm, rectangleAround } from './photo-geometry.ts';
import type { Shot } from './use-photo-wall.ts';

/** Whether the browser lets a page read the pixels of this picture: not if another site serves it. */
export const isSavable = ({ image }: ShownPiece) => image.url.startsWith('/');

/**
 * Saves the photo with the piece, without the line, as a JPEG. Uses the two pictures that `frame` has loaded, so that nothing is requested.
 * Resolves to whether it worked. `cm` is the length of the line.
 */
export async function savePicture(frame: HTMLElement, piece: ShownPiece, shot: Shot, cm: number): Promise<boolean> {
  const photo = frame.querySelector<HTMLImageElement>('.photo-own');
  const picture = frame.querySelector<HTMLImageElement>('.photo-piece img');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!photo || !picture?.complete || picture.naturalWidth === 0 || !context) return false;
  Object.assign(canvas, { width: shot.photo.width, height: shot.photo.height });
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  const scale = pixelsPerCm(shot.line, cm);
  const { x, y, width, height } = rectangleAround(shot.middle, piece.size, scale);
  context.fillStyle = 'rgb(20 12 10 / 0.25)';
  context.fillRect(x + scale * 0.9, y + scale * 1.7, width, height);
  const { box } = piece;
  const [wide, high] = [picture.naturalWidth, picture.naturalHeight];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, box.x * wide, box.y * high, box.width * wide, box.height * high, x, y, width, height);
  const file = await blobOf(canvas);
  if (file) saveFile(file, `${piece.id}-on-my-wall.jpg`);
  return file !== null;
}
