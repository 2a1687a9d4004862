import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { imageServicePath } from '#contract/scan-address.ts';
import { findKnownIds } from '#server/features/catalog/catalog.ts';
import type { Shop } from '#server/shop.ts';
import {
  canonicalAddress,
  levelSize,
  type Size,
  scaleFactors,
  storedImages,
  tileSize,
  wholeFactors,
} from './pyramid.ts';
import { scanFiles, tilesName } from './scan-files.ts';
import { type ScanRow, selectReadyScan } from './scans.queries.ts';

interface Part {
  start: number;
  length: number;
}

/** A cache: where each image of a scan is in its file, by canonical address. The row of a scan whose tiles are made never changes. */
const partsOfScans = new LRUCache<string, ReadonlyMap<string, Part>>({ max: 50 });
const lengthsOfRow = z.array(z.number().int().nonnegative());

/** The `info.json` of a scan (IIIF Image API 3, level 0); null if visitors do not see it. */
export async function findImageInfo(shop: Shop, id: string): Promise<object | null> {
  const row = await findShownScan(shop, id);
  if (!row) return null;
  const sizes = wholeFactors(row).map((factor) => levelSize(row, factor));
  const largest = sizes.at(-1) ?? row;
  return {
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: shop.settings.publicUrl + imageServicePath(id),
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
    width: row.width,
    height: row.height,
    // The size of `full/max`.
    maxWidth: largest.width,
    maxHeight: largest.height,
    sizes,
    tiles: [{ width: tileSize, height: tileSize, scaleFactors: scaleFactors(row) }],
    extraFeatures: ['baseUriRedirect', 'cors', 'jsonldMediaType'],
  };
}

/** The width and height of `full/max` of a scan, pixels. */
export const largestWhole = (scan: Size): Size => levelSize(scan, wholeFactors(scan).at(-1) ?? 1);

/**
 * Returns a function that reads an image of a scan as JPEG. `region` and `size` are parts of the address of the image. Null if there is no
 * such image, or if not everybody sees the listing of the scan: its scan is then as unknown as an id that does not exist.
 */
export async function findImage(
  shop: Shop,
  id: string,
  region: string,
  size: string,
): Promise<(() => Promise<Buffer | null>) | null> {
  const row = await findShownScan(shop, id);
  const part = row && partsOf(row).get(canonicalAddress(row, region, size));
  return part ? () => scanFiles(shop).readPart(tilesName(id), part.start, part.length) : null;
}

async function findShownScan(shop: Shop, id: string): Promise<ScanRow | null> {
  const { read } = shop.database;
  const row = await selectReadyScan(read, id);
  if (!row?.listing_id) return null;
  return (await findKnownIds(read, shop, null, [row.listing_id])).has(row.listing_id) ? row : null;
}

function partsOf(row: ScanRow): ReadonlyMap<string, Part> {
  const known = partsOfScans.get(row.id);
  if (known) return known;
  const lengths = lengthsOfRow.parse(JSON.parse(row.lengths));
  const parts = new Map<string, Part>();
  let start = 0;
  for (const [position, { address }] of storedImages(row).entries()) {
    const length = lengths[position] ?? 0;
    parts.set(address, { start, length });
    start += length;
  }
  partsOfScans.set(row.id, parts);
  return parts;
}
