import { readFile } from 'node:fs/promises';
import { isRefusal } from '#contract/errors.ts';
import { toCents } from '#contract/money.ts';
import type { ListingStatus } from '#contract/states.ts';
import { countUsers } from '#server/accounts/accounts.ts';
import { findListings, insertListing } from '#server/catalog/catalog.ts';
import type { Reader } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import type { Shop } from '#server/shop.ts';
import collection from './collection.json' with { type: 'json' };

/** How much older each piece is than the one before it: newest first is the order of the file. */
const oneAfterAnother = 36 * 3_600_000;

/**
 * Hangs the demo collection in a new, empty shop; in any other shop nothing happens. Variants of its pictures are
 * made in the background, the pages are complete before.
 */
export async function fillDemo(shop: Shop): Promise<void> {
  if (!(await isNew(shop, shop.database.read))) return;
  const urls = await hangPictures(shop);
  const now = shop.clock();
  await shop.database.write(async (tx) => {
    // Of processes that start at once on one database, the first has filled it by now.
    if (!(await isNew(shop, tx))) return;
    for (const [position, piece] of collection.entries()) {
      const { slug, images, price, unique, status, ...texts } = piece;
      const at = now - position * oneAfterAnother;
      await insertListing(tx, {
        ...texts,
        id: slug,
        price_cents: toCents(price),
        is_unique: unique ? 1 : 0,
        status: statusOf(status),
        design: '',
        description: '',
        images: images.map(({ file, alt }) => ({ url: urls.get(file) ?? '', alt })),
        created_at: at,
        updated_at: at,
        is_demo: 1,
      });
    }
    await raiseRevision(tx);
  });
}

/** Nobody and nothing in it yet: an owner who took the pieces down does not get them back at the next start. */
async function isNew(shop: Shop, reader: Reader): Promise<boolean> {
  if ((await countUsers(reader)) > 0) return false;
  return (
    (
      await findListings(
        reader,
        collection.map((piece) => piece.slug),
        shop.clock(),
      )
    ).size === 0
  );
}

/** Where each file of the collection is to be seen from now on. */
async function hangPictures(shop: Shop): Promise<ReadonlyMap<string, string>> {
  const names = collection.flatMap((piece) => piece.images.map((image) => image.file));
  const files = await Promise.all(names.map((name) => readFile(new URL(`./pictures/${name}`, import.meta.url))));
  const kept = await shop.media.keepPictures(files, { isDemo: true });
  if (isRefusal(kept)) throw new Error(`the demo's pictures cannot be kept: ${kept.message}`);
  return new Map(kept.map((picture, position) => [names[position] ?? '', picture.url]));
}

function statusOf(status: string): ListingStatus {
  return status === 'sold' || status === 'discontinued' ? status : 'available';
}
