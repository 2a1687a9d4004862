// Reads picture files that somebody has sent. Only processes of low priority import it: the shop's own process does not load sharp.
import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';

export type PictureFormat = 'png' | 'jpg' | 'webp' | 'avif' | 'heic' | 'tiff';

/**
 * Converts the colours to Display P3 if the picture has an RGB profile, and attaches sharp's own profile: the one in the file may
 * contain anything. Display P3 has all the colours of sRGB and of phones. Without a profile a picture is sRGB. CMYK and grey
 * become sRGB: browsers render them differently.
 */
export function inOwnColours(picture: Sharp, { icc, space }: Metadata): Sharp {
  // The pipeline in 16 bits works in Display P3; the one in 8 bits would reduce the colours to sRGB first.
  return icc && (space === 'srgb' || space === 'rgb16')
    ? picture.pipelineColourspace('rgb16').withIccProfile('p3')
    : picture;
}

/** The first bytes of a file, as many as `formatOf` needs. */
export async function firstBytesOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The format that the first bytes of a file show, so that no other decoder reads an untrusted file; null for other formats. */
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

/** The header of a picture; null if it is damaged, of another format, or a camera's raw file. */
export async function readMetadata(path: string, format: PictureFormat): Promise<Metadata | null> {
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
