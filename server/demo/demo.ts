import { readFile } from 'node:fs/promises';
import { isRefusal } from '#contract/errors.ts';
import { toCents } from '#contract/money.ts';
import type { ListingStatus } from '#contract/states.ts';
import { countUsers, insertUsers } from '#server/accounts/accounts.ts';
import { findListings, insertListing } from '#server/catalog/catalog.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import { issueFirstInvoices } from '#server/invoices/invoices.ts';
import { insertReadyOrders } from '#server/orders/orders.ts';
import { insertPayments } from '#server/payments/payments.ts';
import type { Shop } from '#server/shop.ts';
import collection from './collection.json' with { type: 'json' };
import { customersOf } from './demo-customers.ts';
import { ordersOf } from './demo-orders.ts';
import { demoPieces, listedDaysAgo } from './demo-pieces.ts';
import { planSales } from './demo-sales.ts';
import { createSeeded } from './seeded.ts';

const day = 24 * 3_600_000;
/** Any number; another one makes another eighteen months. */
const seed = 23;

type UrlOf = (file: string) => string;

/**
 * Fills a new, empty shop with the demo: the collection, and eighteen months of orders by customers whom nobody can sign in as.
 * In any other shop nothing happens. Variants of its pictures are made in the background, the pages are complete before.
 */
export async function fillDemo(shop: Shop): Promise<void> {
  if (!(await isNew(shop, shop.database.read))) return;
  const urls = await hangPictures(shop);
  const urlOf = (file: string) => urls.get(file) ?? '';
  const now = shop.clock();
  await shop.database.write(async (tx) => {
    // Of processes that start at once on one database, the first has filled it by now.
    if (!(await isNew(shop, tx))) return;
    await hangCollection(tx, urlOf, now);
    await writeSales(shop, tx, urlOf, now);
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

/** Newest first is the order of the file. */
async function hangCollection(tx: Writer, urlOf: UrlOf, now: number): Promise<void> {
  for (const [position, piece] of collection.entries()) {
    const { slug, images, price, unique, status, ...texts } = piece;
    const at = now - listedDaysAgo(position) * day;
    await insertListing(tx, {
      ...texts,
      id: slug,
      price_cents: toCents(price),
      is_unique: unique ? 1 : 0,
      status: statusOf(status),
      design: '',
      description: '',
      images: images.map(({ file, alt }) => ({ url: urlOf(file), alt })),
      created_at: at,
      updated_at: at,
      is_demo: 1,
    });
  }
}

async function writeSales(shop: Shop, tx: Writer, urlOf: UrlOf, now: number): Promise<void> {
  const random = createSeeded(seed);
  const sales = planSales(random, demoPieces(urlOf), now, shop.settings.timeZone);
  const customers = customersOf(shop, random, sales);
  const orders = ordersOf(random, customers);
  await insertUsers(
    tx,
    customers.map((customer) => customer.row),
  );
  await insertReadyOrders(tx, orders);
  await insertPayments(tx, orders.payments);
  await issueFirstInvoices(tx, orders.invoices);
}

function statusOf(status: string): ListingStatus {
  return status === 'sold' || status === 'discontinued' ? status : 'available';
}
