import sharp from 'sharp';
import { findLogo } from '#server/media/media.ts';
import type { Shop } from '#server/shop.ts';

/** The box a logo fits in, points, and how many pixels are printed in one. */
const box = { width: 180, height: 44 };
const pixelsPerPoint = 4;

/** The logo as print takes it. */
export interface PrintedLogo {
  png: Buffer;
  /** Points. */
  width: number;
  height: number;
}

/** Renders the shop's logo, raster or drawing, once per logo; null without one. */
export function createLogoPrinter(shop: Shop): () => Promise<PrintedLogo | null> {
  let printed: { url: string; logo: PrintedLogo | null } | undefined;
  return async () => {
    const url = await findLogo(shop.database.read);
    if (url === null) return null;
    if (printed?.url !== url) printed = { url, logo: await printLogo(shop, url) };
    return printed.logo;
  };
}

async function printLogo(shop: Shop, url: string): Promise<PrintedLogo | null> {
  const file = await shop.media.readFile(url);
  if (!file) return null;
  try {
    const { data: png, info } = await sharp(file, { density: 288 })
      .trim()
      .resize({ width: box.width * pixelsPerPoint, height: box.height * pixelsPerPoint, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { png, width: info.width / pixelsPerPoint, height: info.height / pixelsPerPoint };
  } catch (error) {
    // An invoice without the logo is still an invoice.
    shop.log.warn({ err: error, url }, 'the logo cannot be printed');
    return null;
  }
}
