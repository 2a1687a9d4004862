// The entry of the process that encodes variants and link previews. encoder.ts starts it.
import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { plainGround } from '#server/platform/pictures/plain-ground.ts';
import { decodingLimits } from './decoding-limits.ts';

/** `original` is null when it is the same as in the previous request. */
const request = z.object({
  original: z.instanceof(Uint8Array).nullable(),
  widest: z.number(),
  width: z.number(),
  height: z.number().optional(),
  format: z.enum(['avif', 'webp', 'jpeg']),
});

interface Pixels {
  bytes: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

sharp.concurrency(1);
sharp.cache(false);
let pixels: Promise<Pixels> | null = null;

process.on('message', (message) => {
  encode(request.parse(message)).then(
    (bytes) => process.send?.({ bytes }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
endWithParent();

async function encode({ original, widest, width, height, format }: z.infer<typeof request>): Promise<Buffer> {
  if (original) pixels = decode(original, widest);
  if (!pixels) throw new Error('no original was sent');
  const { bytes, raw } = await pixels;
  const size = height === undefined ? { width } : { width, height, fit: 'fill' as const };
  return encoders[format](sharp(bytes, { raw }).resize(size)).toBuffer();
}

const encoders: Record<z.infer<typeof request>['format'], (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78 }),
  jpeg: (picture) => picture.flatten({ background: plainGround }).jpeg({ quality: 80, mozjpeg: true }),
};

/** Decodes the original once, at the widest size and in sRGB, for all its variants. */
async function decode(original: Uint8Array, widest: number): Promise<Pixels> {
  const { data: bytes, info } = await sharp(original, decodingLimits)
    .autoOrient()
    .resize({ width: widest })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes, raw: { width: info.width, height: info.height, channels: info.channels } };
}
