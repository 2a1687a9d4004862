import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { ReceivedFile } from './stored-files.ts';

/** What decoding is allowed to cost: a bomb is refused before its pixels are unpacked. */
export const decodingLimits: SharpOptions = { limitInputPixels: limits.picturePixels, failOn: 'error' };

/** Behind a picture's edges and its transparent parts while it loads: the mat of DESIGN_LANGUAGE.md. */
export const plainGround = '#ece7de';

export interface CleanPicture {
  /** Of the bytes as they were sent, hex. */
  hash: string;
  extension: 'png' | 'jpg' | 'webp' | 'avif';
  /** Upright, and without EXIF, GPS and XMP; the colour profile stays. Null: as it came it is all that. */
  bytes: Buffer | null;
  width: number;
  height: number;
  /** Mean of the left and right edge pixels, hex (DESIGN_LANGUAGE.md, Pictures). */
  placeholder: string;
}

/**
 * A picture fit to be kept, judged by what is in it, never by its name. Refused: what is no PNG, JPEG, WebP or AVIF, or is
 * damaged (415), what has more than `limits.picture` bytes or `limits.picturePixels` pixels (413).
 */
export async function cleanPicture({ place, size, hash }: ReceivedFile): Promise<CleanPicture | Refusal> {
  if (size > limits.picture) return refuse('pictureTooLarge');
  const format = formatOf(await beginningOf(place));
  if (!format) return refuse('notAPicture');
  const metadata = await readMetadata(place, format);
  if (!metadata) return refuse('notAPicture');
  if (metadata.width * metadata.height > limits.picturePixels) return refuse('pictureTooManyPixels');
  try {
    const isTurned = (metadata.orientation ?? 1) >= 5;
    return {
      hash: hash.slice(0, 32),
      extension: format,
      bytes: tellsMoreThanThePicture(metadata) ? await rewritten(place, format, metadata) : null,
      width: isTurned ? metadata.height : metadata.width,
      height: isTurned ? metadata.width : metadata.height,
      placeholder: await edgeColour(place),
    };
  } catch {
    // The header said picture, the rest could not be decoded.
    return refuse('notAPicture');
  }
}

async function beginningOf(place: string): Promise<Buffer> {
  const handle = await open(place, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export type RasterFormat = CleanPicture['extension'];

/** By the first bytes, so that no other decoder is ever handed a stranger's file. */
export function formatOf(bytes: Buffer): RasterFormat | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && /avi[fs]/.test(text(8, 40))) return 'avif';
  return null;
}

const sharpFormat = { png: 'png', jpg: 'jpeg', webp: 'webp', avif: 'heif' } as const;

async function readMetadata(place: string, format: RasterFormat): Promise<Metadata | null> {
  try {
    // Reads the header only: the size is judged here, not by the decoder's own limit.
    const metadata = await sharp(place, { limitInputPixels: false }).metadata();
    const isAsItSays = metadata.format === sharpFormat[format] && (format !== 'avif' || metadata.compression === 'av1');
    return isAsItSays ? metadata : null;
  } catch {
    return null;
  }
}

/** Where and when it was taken, by whom and with what: none of a shopper's business. */
function tellsMoreThanThePicture(metadata: Metadata): boolean {
  const { exif, xmp, iptc, tifftagPhotoshop, comments, orientation } = metadata;
  return Boolean(exif || xmp || iptc || tifftagPhotoshop || comments?.length) || (orientation ?? 1) > 1;
}

function rewritten(place: string, format: RasterFormat, metadata: Metadata): Promise<Buffer> {
  const upright = sharp(place, decodingLimits).autoOrient().keepIccProfile();
  return encoders[format](upright, metadata).toBuffer();
}

/** Qualities at which a second encoding is not seen. */
const encoders: Record<RasterFormat, (picture: Sharp, metadata: Metadata) => Sharp> = {
  png: (picture) => picture.png(),
  jpg: (picture, { chromaSubsampling }) =>
    picture.jpeg({ quality: 93, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' }),
  webp: (picture) => picture.webp({ quality: 95 }),
  avif: (picture) => picture.avif({ quality: 80, effort: 2 }),
};

/** Decodes the whole picture, so it also finds one that is cut off. */
async function edgeColour(place: string): Promise<string> {
  const { data: pixels, info } = await sharp(place, decodingLimits)
    .autoOrient()
    .resize({ width: 256, height: 256, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: plainGround })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const means = [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let row = 0; row < info.height; row++) {
      const start = row * info.width * info.channels + channel;
      sum += (pixels[start] ?? 0) + (pixels[start + (info.width - 1) * info.channels] ?? 0);
    }
    return Math.round(sum / (2 * info.height));
  });
  return `#${means.map((mean) => mean.toString(16).padStart(2, '0')).join('')}`;
}
