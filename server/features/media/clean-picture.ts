import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { ReceivedFile } from '../../platform/object-storage/file-storage.ts';
import { decodeHeic } from './decode-heic.ts';
import { decodingLimits } from './decoding-limits.ts';
import { plainGround } from './plain-ground.ts';

// One core for pictures leaves the others for requests. Without the cache no decoded picture stays in memory.
sharp.concurrency(1);
sharp.cache(false);

export interface CleanPicture {
  /** Hash of the bytes as they were sent, hex. */
  hash: string;
  extension: 'png' | 'jpg' | 'webp' | 'avif';
  /** Upright and without EXIF, GPS and XMP, with its colour profile. Null: the file as it was sent is all that already. */
  bytes: Buffer | null;
  width: number;
  height: number;
  /** Mean colour of the left and right edge pixels, hex: the ground while the picture loads. */
  placeholder: string;
}

/**
 * Checks a picture by its content and prepares it for storage. HEIC and TIFF become JPEG (a transparent TIFF becomes PNG),
 * because browsers do not show them. Refused: a file that is no PNG, JPEG, WebP, AVIF, HEIC or TIFF, or is damaged (415); more
 * than `limits.picture` bytes, `limits.picturePixels` pixels, or for HEIC `limits.heicPixels` (413)
 * (docs/behaviour/media.md, 1 and 2).
 */
export async function cleanPicture({ path, size, hash }: ReceivedFile): Promise<CleanPicture | Refusal> {
  if (size > limits.picture) return refuse('pictureTooLarge');
  const format = formatOf(await firstBytesOf(path));
  if (!format) return refuse('notAPicture');
  const metadata = await readMetadata(path, format);
  if (!metadata) return refuse('notAPicture');
  const pixels = metadata.width * metadata.height;
  if (pixels > limits.picturePixels) return refuse('pictureTooManyPixels');
  if (format === 'heic' && pixels > limits.heicPixels) return refuse('heicTooManyPixels');
  try {
    const web = await webPicture(path, format, metadata);
    if (!web) return refuse('notAPicture');
    const { extension, bytes } = web;
    const source = bytes ?? path;
    return {
      hash: hash.slice(0, 32),
      extension,
      bytes,
      ...(await sizeOf(source)),
      placeholder: await edgeColour(source),
    };
  } catch {
    // The header is valid, but the picture cannot be decoded.
    return refuse('notAPicture');
  }
}

/** The picture in a format that browsers show. Null where it cannot be decoded. */
async function webPicture(
  path: string,
  format: PictureFormat,
  metadata: Metadata,
): Promise<Pick<CleanPicture, 'extension' | 'bytes'> | null> {
  if (format === 'heic') {
    const bytes = await decodeHeic(path);
    return bytes && { extension: 'jpg', bytes };
  }
  if (format === 'tiff') return convertedTiff(path, metadata);
  return {
    extension: format,
    bytes: needsRewriting(metadata) ? await rewritten(path, format, metadata) : null,
  };
}

/** Converts the first page. Keeps the profile, but converts CMYK to sRGB: browsers render CMYK differently. */
async function convertedTiff(path: string, { hasAlpha, space }: Metadata) {
  const upright = sharp(path, decodingLimits).autoOrient();
  const picture = space === 'cmyk' ? upright.toColourspace('srgb') : upright.keepIccProfile();
  if (hasAlpha) return { extension: 'png' as const, bytes: await picture.png().toBuffer() };
  return {
    extension: 'jpg' as const,
    bytes: await picture.jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer(),
  };
}

async function sizeOf(source: string | Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(source, { limitInputPixels: false }).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

async function firstBytesOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

type WebFormat = CleanPicture['extension'];
type PictureFormat = WebFormat | 'heic' | 'tiff';

/** The format by the first bytes, so that no other decoder reads an untrusted file. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && /avi[fs]/.test(text(8, 40))) return 'avif';
  if (text(4, 8) === 'ftyp' && /hei[cxms]|hev[cx]/.test(text(8, 40))) return 'heic';
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'tiff';
  return null;
}

const sharpFormat = { png: 'png', jpg: 'jpeg', webp: 'webp', avif: 'heif', heic: 'heif', tiff: 'tiff' } as const;
const heifCompression: Partial<Record<PictureFormat, string>> = { avif: 'av1', heic: 'hevc' };

async function readMetadata(path: string, format: PictureFormat): Promise<Metadata | null> {
  try {
    // Reads only the header, so the pixel limit is not needed here: the caller checks the size.
    const metadata = await sharp(path, { limitInputPixels: false }).metadata();
    if (metadata.format !== sharpFormat[format]) return null;
    if (format in heifCompression && metadata.compression !== heifCompression[format]) return null;
    // A camera's raw file is a TIFF whose first page is a thumbnail; the photograph is in a sub-directory.
    return format === 'tiff' && metadata.subifds ? null : metadata;
  } catch {
    return null;
  }
}

/** Whether the file has private metadata (path, time, camera, author), or is not stored upright. */
function needsRewriting(metadata: Metadata): boolean {
  const { exif, xmp, iptc, tifftagPhotoshop, comments, orientation } = metadata;
  return Boolean(exif || xmp || iptc || tifftagPhotoshop || comments?.length) || (orientation ?? 1) > 1;
}

function rewritten(path: string, format: WebFormat, metadata: Metadata): Promise<Buffer> {
  const upright = sharp(path, decodingLimits).autoOrient().keepIccProfile();
  return encoders[format](upright, metadata).toBuffer();
}

/** With qualities at which a second encoding is not visible. */
const encoders: Record<WebFormat, (picture: Sharp, metadata: Metadata) => Sharp> = {
  png: (picture) => picture.png(),
  jpg: (picture, { chromaSubsampling }) =>
    picture.jpeg({ quality: 93, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' }),
  webp: (picture) => picture.webp({ quality: 95 }),
  avif: (picture) => picture.avif({ quality: 80, effort: 2 }),
};

/** Decodes the whole picture, so it throws for one that is cut off. */
async function edgeColour(source: string | Buffer): Promise<string> {
  const { data: pixels, info } = await sharp(source, decodingLimits)
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
