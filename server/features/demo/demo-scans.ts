import { open } from 'node:fs/promises';
import { giveScan, storeOriginal } from '#server/features/scans/scans.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

/** The pieces that have a scan in `scans/`, which shows the same as their first picture. Width and height in pixels. */
const demoScans = [
  { listingId: 'red-river-moon', width: 4_857, height: 6_000 },
  { listingId: 'three-carp-falling-petals', width: 6_000, height: 4_589 },
];

interface StoredScan {
  id: string;
  listingId: string;
}

/** Stores the files of the scans. Their tiles are made in the background, after `giveDemoScans`. */
export async function storeDemoScans(shop: Shop, urlOf: (file: string) => string): Promise<StoredScan[]> {
  const stored: StoredScan[] = [];
  for (const { listingId, ...size } of demoScans) {
    const source = await open(new URL(`./scans/${listingId}.webp`, import.meta.url));
    const picture = urlOf(`${listingId}-1.webp`);
    const file = await shop.media.receive(source.createReadStream());
    try {
      stored.push({ id: await storeOriginal(shop, { file, size, picture }), listingId });
    } finally {
      await shop.media.discard(file);
    }
  }
  return stored;
}

/** Connects the stored scans to their listings. */
export async function giveDemoScans(tx: Writer, shop: Shop, scans: readonly StoredScan[]): Promise<void> {
  for (const scan of scans) await giveScan(tx, shop, scan);
}
