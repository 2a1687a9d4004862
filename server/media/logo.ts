import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { decodingLimits, formatOf } from './clean-picture.ts';
import { cleanSvgAside } from './svg/cleaning.ts';

interface CleanLogo {
  /** Of the cleaned bytes, hex. */
  hash: string;
  extension: 'png' | 'jpg' | 'svg';
  bytes: Buffer;
}

/** Twice the pixels of the largest place a logo is shown in. */
const largest = { width: 1_600, height: 800 };

/**
 * A logo fit to stand on every page: PNG and JPG encoded anew, of an SVG only what draws (SPEC.md §5, CONTRACT.md). Refused with
 * SPEC.md's two messages; 5,242,880 bytes are already too many.
 */
export async function cleanLogo(bytes: Buffer): Promise<CleanLogo | Refusal> {
  if (bytes.length >= limits.logo) return refuse('logoTooLarge');
  const format = formatOf(bytes);
  if (format === 'png' || format === 'jpg') return cleanRaster(bytes, format);
  const drawing = format === null ? await cleanSvgAside(bytes) : null;
  if (!drawing || !(await canBeDrawn(drawing))) return refuse('logoNotAnImage');
  return { hash: hashOf(drawing), extension: 'svg', bytes: drawing };
}

async function cleanRaster(bytes: Buffer, format: 'png' | 'jpg'): Promise<CleanLogo | Refusal> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > limits.picturePixels) return refuse('pictureTooManyPixels');
    const picture = sharp(bytes, decodingLimits)
      .autoOrient()
      .resize({ ...largest, fit: 'inside', withoutEnlargement: true });
    const clean = await (format === 'png' ? picture.png() : picture.jpeg({ quality: 92 })).toBuffer();
    return { hash: hashOf(clean), extension: format, bytes: clean };
  } catch {
    // The header said picture, the rest could not be decoded.
    return refuse('logoNotAnImage');
  }
}

async function canBeDrawn(drawing: Buffer): Promise<boolean> {
  try {
    const { width, height } = await sharp(drawing, { limitInputPixels: false }).metadata();
    return width > 0 && height > 0;
  } catch {
    return false;
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
