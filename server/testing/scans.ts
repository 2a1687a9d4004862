import sharp, { type Sharp } from 'sharp';
import { filesBody } from './files-body.ts';
import type { TestShop } from './open-shop.ts';

/** A picture with details that differs from those with another number. */
export function pattern(width: number, height: number, number = 0): Sharp {
  const [columns, rows] = [24, 16];
  const level = (position: number) => Math.round(127 + 120 * Math.sin(1.7 * position * (1 + number) + number));
  const raw = Buffer.from(Array.from({ length: columns * rows * 3 }, (_, position) => level(position)));
  const small = sharp(raw, { raw: { width: columns, height: rows, channels: 3 } });
  return small.resize({ width, height, fit: 'fill' });
}

/** Returns functions that add pieces and call the endpoints of scans. */
export function scansOf(shop: TestShop) {
  const upload = async (token: string, id: string, bytes: Buffer) =>
    shop.call('uploadScan', { token, params: { id }, ...filesBody('scan', { name: 'scan', bytes }) });
  /** Adds a piece whose picture is the `pattern` with this number. */
  const piece = async (token: string, number = 0, details = {}) => {
    const bytes = await pattern(600, 400, number).png().toBuffer();
    const body = filesBody('images', { name: 'front.png', bytes });
    const [url = ''] = (await shop.call('uploadImages', { token, ...body })).body.imageUrls;
    return shop.listing(`Moon ${number}`, { images: [url], ...details });
  };
  return {
    upload,
    piece,
    scan: async (token: string, id: string) => (await shop.call('getScan', { token, params: { id } })).body.scan,
    remove: (token: string, id: string) => shop.call('removeScan', { token, params: { id } }),
    /** Adds a piece with a scan, waits until its tiles are made, and returns its id and the path of its image service. */
    async scanned(token: string, width = 900, height = 600) {
      const { id } = await piece(token);
      await upload(token, id, await pattern(width, height).jpeg().toBuffer());
      await shop.shop.scans.settled();
      return { id, service: await serviceOf(shop, id) };
    },
  };
}

/** The path of a piece's image service, from its manifest. */
export async function serviceOf(shop: TestShop, id: string): Promise<string> {
  const manifest = (await shop.request('GET', `/iiif/presentation/${id}/manifest.json`)).raw.toString();
  const [path = 'none'] = /\/iiif\/3\/[0-9a-f]{32}/.exec(manifest) ?? [];
  return path;
}
