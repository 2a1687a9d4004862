import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { ProcessKilled } from '#server/platform/failures.ts';
import type { ReceivedFile } from '#server/platform/object-storage/file-storage.ts';
import {
  firstBytesOf,
  formatOf,
  inOwnColours,
  type PictureFormat,
  readMetadata,
} from '#server/platform/pictures/picture-file.ts';
import { plainGround } from '#server/platform/pictures/plain-ground.ts';
import { decodeHeic } from './decode-heic.ts';
import { decodingLimits } from './decoding-limits.ts';
import { exifTime } from './exif-time.ts';

// One core for pictures leaves the others for requests. Without the cache no decoded picture stays in memory.
sharp.concurrency(1);
sharp.cache(false);

export interface CleanPicture {
  /** The first 32 hex digits of the SHA-256 of the bytes as they were sent. */
  hash: string;
  extension: 'png' | 'jpg' | 'webp' | 'avif';
  /**
   * Encoded anew from the pixels: upright, in sRGB or Display P3, with nothing else of the file that was sent. With `isDemo`: the file as
   * it was sent.
   */
  bytes: Buffer;
  width: number;
  height: number;
  /** Mean colour of the left and right edge pixels, hex: the ground while the picture loads. */
  placeholder: string;
  /** Epoch milliseconds of the camera's clock, see `exifTime`; null if the file does not say it. */
  takenAt: number | null;
}

/**
 * Checks a picture by its content and encodes its pixels anew, so that nothing else of the file is stored. HEIC and TIFF become
 * JPEG (a transparent TIFF becomes PNG), because browsers do not show them. Refused: a file that is no PNG, JPEG, WebP, AVIF,
 * HEIC or TIFF, or is damaged (415); more than `limits.picture` bytes, `limits.picturePixels` pixels in all frames or
 * `limits.pictureSide` on a side, of which no variant could be made, or for HEIC `limits.heicPixels` (413) (docs/behaviour/media.md, 1, 2 and 9). With `isDemo` the file is part of the shop, which is
 * clean already, and is kept as it is: encoding all of them would make the first start seconds longer. Throws ProcessKilled if the process
 * that decodes a HEIC picture is killed.
 */
export async function cleanPicture(
  { path, size, hash }: ReceivedFile,
  isDemo: boolean,
): Promise<CleanPicture | Refusal> {
  if (size > limits.picture) return refuse('pictureTooLarge');
  const format = formatOf(await firstBytesOf(path));
  if (!format) return refuse('notAPicture');
  const metadata = await readMetadata(path, format);
  if (!metadata) return refuse('notAPicture');
  const frames = format === 'webp' ? (metadata.pages ?? 1) : 1;
  const pixels = metadata.width * metadata.height * frames;
  if (pixels > limits.picturePixels) return refuse('pictureTooManyPixels');
  if (Math.max(metadata.width, metadata.height) > limits.pictureSide) return refuse('pictureSideTooLong');
  if (format === 'heic' && pixels > limits.heicPixels) return refuse('heicTooManyPixels');
  try {
    const extension = webFormatOf(format, metadata);
    const bytes = isDemo ? await readFile(path) : await encodedAnew(path, format, metadata);
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const takenAt = exifTime(metadata.exif);
    return { hash: hash.slice(0, 32), extension, bytes, width, height, placeholder: await edgeColour(bytes), takenAt };
  } catch (error) {
    if (error instanceof ProcessKilled) throw error;
    // The header is valid, but the picture cannot be decoded.
    return refuse('notAPicture');
  }
}

/** Throws when the picture cannot be decoded. */
async function encodedAnew(path: string, format: PictureFormat, metadata: Metadata): Promise<Buffer> {
  const source = format === 'heic' ? await decodeHeic(path) : path;
  if (!source) throw new Error('the HEIC file cannot be decoded');
  const animated = format === 'webp';
  const picture = inOwnColours(sharp(source, { ...decodingLimits, animated }).autoOrient(), metadata);
  return encoders[webFormatOf(format, metadata)](picture, metadata, format).toBuffer();
}

/** The most pixels of a WebP or AVIF: libwebp fails for larger pictures with many details, and AVIF needs 27 bytes of memory for each. */
const largestModern = 20_000_000;

function webFormatOf(format: PictureFormat, { hasAlpha, width, height }: Metadata): WebFormat {
  const isModern = format === 'webp' || format === 'avif';
  if (format === 'tiff' || (isModern && width * height > largestModern)) return hasAlpha ? 'png' : 'jpg';
  return format === 'heic' ? 'jpg' : format;
}

/** With settings at which a second encoding is not visible (docs/behaviour/media.md, 9). */
const encoders: Record<WebFormat, (picture: Sharp, source: Metadata, format: PictureFormat) => Sharp> = {
  png: (picture, { depth, space }) => (depth === 'ushort' ? picture.toColourspace(space) : picture).png(),
  jpg: (picture, source, format) => {
    const hasHalfChroma = source.chromaSubsampling === '4:2:0' || format === 'heic';
    // Optimised coding would keep all coefficients in memory, some 300 MB for 24 million pixels, and save 8 % of the bytes (decision 0063).
    return picture.jpeg({
      quality: 93,
      chromaSubsampling: hasHalfChroma ? '4:2:0' : '4:4:4',
      optimiseCoding: false,
    });
  },
  webp: (picture) => picture.webp({ quality: 95, effort: 1 }),
  avif: (picture) => picture.avif({ quality: 90, effort: 0 }),
};

type WebFormat = CleanPicture['extension'];

async function edgeColour(picture: Buffer): Promise<string> {
  const { data: pixels, info } = await sharp(picture, decodingLimits)
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
