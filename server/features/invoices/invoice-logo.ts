import { drawLogoInProcess, findLogo } from '#server/features/media/media.ts';
import type { Logo } from '#server/platform/pdf/sheet.ts';
import type { Shop } from '#server/shop.ts';

/** The largest size of the logo in points, and how many pixels a point has. */
const box = { width: 180, height: 44 };
const pixelsPerPoint = 4;

/** Renders the shop's logo as PNG, once for each uploaded logo; null when there is none or it cannot be rendered now. */
export function createLogoRenderer(shop: Shop): () => Promise<Logo | null> {
  let rendered: { url: string; logo: Logo } | undefined;
  return async () => {
    const url = await findLogo(shop.database.read);
    if (url === null) return null;
    if (rendered?.url === url) return rendered.logo;
    const logo = await renderLogo(shop, url);
    if (logo) rendered = { url, logo };
    return logo;
  };
}

async function renderLogo(shop: Shop, url: string): Promise<Logo | null> {
  const file = await shop.media.readFile(url);
  if (!file) return null;
  try {
    const pixels = { width: box.width * pixelsPerPoint, height: box.height * pixelsPerPoint };
    const { bytes, width, height } = await drawLogoInProcess(file, pixels);
    return { png: bytes, width: width / pixelsPerPoint, height: height / pixelsPerPoint };
  } catch (error) {
    // The invoice is valid without a logo.
    shop.log.warn({ err: error, url }, 'the logo could not be rendered for invoices');
    return null;
  }
}
