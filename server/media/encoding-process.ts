// The process that makes variants: started by encoder.ts, alone with the pictures, and gone when there are none left.
import sharp from 'sharp';
import { z } from 'zod';
import { decodingLimits } from './clean-picture.ts';

/** `original` is null when it is the one before. */
const order = z.object({
  original: z.instanceof(Uint8Array).nullable(),
  widest: z.number(),
  width: z.number(),
  format: z.enum(['avif', 'webp']),
});

interface Pixels {
  bytes: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

sharp.concurrency(1);
sharp.cache(false);
let pixels: Promise<Pixels> | null = null;

process.on('message', (message) => {
  answer(order.parse(message)).then(
    (bytes) => process.send?.({ bytes }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
// The shop ended, however it did; a signal to both is the shop's to judge.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function answer({ original, widest, width, format }: z.infer<typeof order>): Promise<Buffer> {
  if (original) pixels = decode(original, widest);
  if (!pixels) throw new Error('no original was sent');
  const { bytes, raw } = await pixels;
  const resized = sharp(bytes, { raw }).resize({ width });
  return (format === 'avif' ? resized.avif({ quality: 50, effort: 2 }) : resized.webp({ quality: 78 })).toBuffer();
}

/** Unpacked once at the widest step, in the colours of the web, for all its encodings. */
async function decode(original: Uint8Array, widest: number): Promise<Pixels> {
  const { data: bytes, info } = await sharp(original, decodingLimits)
    .autoOrient()
    .resize({ width: widest })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes, raw: { width: info.width, height: info.height, channels: info.channels } };
}
