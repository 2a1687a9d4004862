import type { Metadata } from 'sharp';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { firstBytesOf, formatOf, readMetadata } from '#server/platform/pictures/picture-file.ts';
import type { Size } from './pyramid.ts';

/**
 * The most bytes that a decoder may need for a whole picture. Making tiles of any scan needs 200 MB more; with the shop's own process that
 * is less than 1 GB.
 */
const mostDecodingMemory = 500_000_000;

/**
 * The upright size of a scan in pixels, by its header. Refused: a file that is no JPEG, PNG, TIFF or WebP, a WebP with several pictures
 * (415); too many pixels, or a kind of file that cannot be read row by row and is too large for memory (413) (docs/behaviour/scans.md, 1
 * and 3).
 */
export async function inspectScan(path: string): Promise<Size | Refusal> {
  const metadata = await readScanHeader(path);
  if (isRefusal(metadata)) return metadata;
  const { width, height } = metadata.autoOrient;
  if (width * height > limits.scanPixels) return refuse('scanTooManyPixels');
  if (decodingMemory(metadata) > mostDecodingMemory) return refuse('scanTooHeavy');
  return { width, height };
}

export async function readScanHeader(path: string): Promise<Metadata | Refusal> {
  const format = formatOf(await firstBytesOf(path));
  if (format === null || format === 'avif' || format === 'heic') return refuse('scanFormat');
  const metadata = await readMetadata(path, format);
  if (!metadata || (format === 'webp' && (metadata.pages ?? 1) > 1)) return refuse('scanFormat');
  return metadata;
}

/** Bytes that a decoder needs for the whole picture; 0 if it reads the picture row by row. */
function decodingMemory(metadata: Metadata): number {
  const { width, height, format, channels, orientation = 1, isProgressive } = metadata;
  const pixels = width * height;
  const bytesPerPixel = channels * (metadata.depth === 'ushort' ? 2 : 1);
  // A picture that is not upright is turned as a whole.
  const turning = orientation === 1 ? 0 : pixels * bytesPerPixel;
  // libwebp decodes the whole picture into memory, and a lossless one needs 4 more bytes for each pixel while it is decoded.
  if (format === 'webp') return turning + pixels * (4 + channels);
  if (!isProgressive) return turning;
  // An interlaced PNG is complete only with its last pass, a progressive JPEG with its last scan of 2-byte coefficients.
  return turning + pixels * (format === 'jpeg' ? 2 * samplesPerPixel(metadata) : bytesPerPixel);
}

function samplesPerPixel({ channels, chromaSubsampling }: Metadata): number {
  if (channels !== 3) return channels;
  return chromaSubsampling?.startsWith('4:2:0') ? 1.5 : chromaSubsampling?.startsWith('4:2:2') ? 2 : 3;
}
