import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { formatOf } from '#server/platform/pictures/picture-file.ts';
import { decodingLimits } from './decoding-limits.ts';
import { cleanSvgInThread } from './svg/clean-svg-in-thread.ts';

export interface CleanLogo {
  /** Hash of the cleaned bytes, hex. */
  hash: string;
  extension: 'png' | 'jpg' | 'svg';
  bytes: Buffer;
}

/** The size into which a logo has to fit, in pixels. */
export interface LogoBox {
  width: number;
  height: number;
}

/** A logo as PNG. */
export interface LogoDrawing {
  bytes: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/** Pixels: twice the largest size at which a logo is shown. */
const largest = { width: 1_600, height: 800 };

/**
 * Prepares a logo: encodes PNG and JPG again, and rebuilds an SVG from an allow-list. Refused: 5,242,880 bytes or more, or
 * more than `limits.picturePixels` pixels (413); a file that is not PNG, JPG or SVG or cannot be decoded (415)
 * (docs/behaviour/media.md, 5).
 */
export async function cleanLogo(bytes: Buffer): Promise<CleanLogo | Refusal> {
  if (bytes.length >= limits.logo) return refuse('logoTooLarge');
  const format = formatOf(bytes);
  if (format === 'png' || format === 'jpg') return cleanRaster(bytes, format);
  const drawing = format === null ? await cleanSvgInThread(bytes) : null;
  if (!drawing || !(await canBeDrawn(drawing))) return refuse('logoNotAnImage');
  return { hash: hashOf(drawing), extension: 'svg', bytes: drawing };
}

/** The logo without its margins, as PNG as large as `box` allows. Throws when it cannot be decoded. */
export async function drawLogo(logo: Buffer, { width, height }: LogoBox): Promise<LogoDrawing> {
  const picture = sharp(logo, { density: 288 }).trim().resize({ width, height, fit: 'inside' }).png();
  const { data: bytes, info } = await picture.toBuffer({ resolveWithObject: true });
  return { bytes, width: info.width, height: info.height };
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
    // The header is valid, but the picture cannot be decoded.
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
