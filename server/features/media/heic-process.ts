// The entry of the process that decodes one HEIC file. decode-heic.ts starts and ends it.
import { readFile } from 'node:fs/promises';
import openLibheif from 'libheif-js/libheif-wasm/libheif.js';
import sharp from 'sharp';
import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { withProfile } from './jpeg-profile.ts';

const request = z.object({ path: z.string() });

sharp.concurrency(1);
process.on('message', (message) => {
  decode(request.parse(message).path).then(
    (jpeg) => process.send?.({ jpeg }),
    () => process.send?.({ jpeg: null }),
  );
});
endWithParent();

async function decode(path: string): Promise<Buffer | null> {
  const file = await readFile(path);
  const { icc } = await sharp(file, { limitInputPixels: false }).metadata();
  const raster = await decodePrimary(file);
  if (!raster) return null;
  const jpeg = await sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  // sharp accepts no profile together with raw pixels. The caller converts the colours and drops this profile.
  return icc ? withProfile(jpeg, icc) : jpeg;
}

/** Decodes the primary picture to RGBA, rotated as the file says. Null without a picture, and for one with too many pixels. */
async function decodePrimary(file: Buffer): Promise<Raster | null> {
  const libheif = await openLibheif({
    wasmBinary: await readFile(new URL(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'))),
  });
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) return null;
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > limits.heicPixels) return null;
  const raster = { data: new Uint8ClampedArray(width * height * 4), width, height };
  return new Promise((resolve) => image.display(raster, resolve));
}

interface Raster {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}
