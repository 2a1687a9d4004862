import { isRefusal } from '#contract/errors.ts';
import { toCents } from '#contract/money.ts';
import type { ListingStatus } from '#contract/states.ts';
import { countUsers, insertUsers } from '#server/features/accounts/accounts.ts';
import { emptyColumns, findListings, insertListing, noProvenance } from '#server/features/catalog/catalog.ts';
import { issueFirstInvoices } from '#server/features/invoices/invoices.ts';
import { importOrders } from '#server/features/orders/orders.ts';
import { insertPayments } from '#server/features/payments/payments.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import collection from './collection.json' with { type: 'json' };
import { choiceOf, insertDemoArtists } from './demo-artists.ts';
import { insertDemoCloseLooks } from './demo-close-looks.ts';
import { insertDemoReport } from './demo-condition.ts';
import { customersOf } from './demo-customers.ts';
import { insertDemoLights, lightFiles } from './demo-lights.ts';
import { demoListings, listedDaysAgo } from './demo-listings.ts';
import { ordersOf } from './demo-orders.ts';
import { insertDemoRoom } from './demo-room.ts';
import { planSales } from './demo-sales.ts';
import { giveDemoScans, storeDemoScans } from './demo-scans.ts';
import { insertDemoTranslations } from './demo-translations.ts';
import { readDemoPictures } from './prepared-pictures.ts';
import { createRandom } from './seeded-random.ts';

const day = 24 * 3_600_000;
/** The seed of the random numbers. Another seed makes other sales. */
const seed = 23;

type UrlOf = (file: string) => string;

/**
 * Fills a new, empty shop with the demo: the collection, and eighteen months of orders by customers without a password. Does
 * nothing in any other shop. The variants of the pictures are published in the background, and the tiles of two scans made
 * (docs/behaviour/process.md, 10).
 */
export async function fillDemo(shop: Shop): Promise<void> {
  if (!(await isNew(shop.database.read, shop))) return;
  const urls = await storePictures(shop);
  const urlOf = (file: string) => urls.get(file) ?? '';
  const scans = await storeDemoScans(shop, urlOf);
  const now = shop.clock();
  await shop.database.write(async (tx) => {
    // Another process that started at the same time may have filled the database.
    if (!(await isNew(tx, shop))) return;
    await insertDemoArtists(tx, now);
    await insertCollection(tx, urlOf, now);
    await insertDemoCloseLooks(tx, urlOf, now);
    await insertDemoLights(tx, urlOf, now);
    await insertDemoTranslations(tx, urlOf, now);
    await insertDemoRoom(tx, shop);
    await insertReports(tx, shop, urlOf);
    await giveDemoScans(tx, shop, scans);
    await writeSales(tx, shop, { urlOf, now });
    tx.raiseRevision();
  });
}

/** Whether the shop has neither users nor demo listings. If an owner removed the demo, there are users, so it is not added again. */
async function isNew(reader: Reader, shop: Shop): Promise<boolean> {
  if ((await countUsers(reader)) > 0) return false;
  const ids = collection.map((listing) => listing.slug);
  return (await findListings(reader, ids, shop.clock())).size === 0;
}

/** Stores the pictures of the collection and the photographs under lights; returns their URLs by file name. */
async function storePictures(shop: Shop): Promise<ReadonlyMap<string, string>> {
  const names = collection.flatMap((listing) => listing.images.map((image) => image.file));
  const files = [...names.map((name) => `pictures/${name}`), ...lightFiles.map((name) => `lights/${name}`)];
  const kept = await shop.media.keepPictures(await readDemoPictures(files), { isDemo: true });
  if (isRefusal(kept)) throw new Error(`the demo pictures were refused: ${kept.message}`);
  return new Map([...names, ...lightFiles].map((name, position) => [name, kept[position]?.url ?? '']));
}

/** Inserts the listings of the collection. `collection.json` has the newest first. */
async function insertCollection(tx: Writer, urlOf: UrlOf, now: number): Promise<void> {
  for (const [position, listing] of collection.entries()) {
    const { slug, images, price, unique, status, cm, ...texts } = listing;
    const at = now - listedDaysAgo(position) * day;
    await insertListing(tx, {
      ...emptyColumns,
      ...texts,
      id: slug,
      price_cents: toCents(price),
      is_unique: unique ? 1 : 0,
      status: statusOf(status),
      ...choiceOf(listing),
      ...noProvenance,
      was_listed: 1,
      width_mm: millimetres(cm.width),
      height_mm: millimetres(cm.height),
      depth_mm: millimetres(cm.depth),
      images: images.map(({ file, alt }) => ({ url: urlOf(file), alt })),
      created_at: at,
      updated_at: at,
      is_demo: 1,
    });
  }
}

/** Inserts a condition report of the piece that the home page shows first. */
async function insertReports(tx: Writer, shop: Shop, urlOf: UrlOf): Promise<void> {
  const [listing] = collection;
  if (listing) await insertDemoReport(tx, shop, { listing: { ...listing, id: listing.slug }, urlOf });
}

async function writeSales(tx: Writer, shop: Shop, { urlOf, now }: { urlOf: UrlOf; now: number }): Promise<void> {
  const random = createRandom(seed);
  const sales = planSales(random, demoListings(urlOf), now, shop.settings.timeZone);
  const customers = customersOf(shop, random, sales);
  const orders = ordersOf(random, customers);
  await insertUsers(
    tx,
    customers.map((customer) => customer.row),
  );
  await importOrders(tx, orders);
  await insertPayments(tx, orders.payments);
  await issueFirstInvoices(tx, orders.invoices);
}

const millimetres = (centimetres: number | null) => (centimetres === null ? null : Math.round(centimetres * 10));

function statusOf(status: string): ListingStatus {
  return status === 'sold' || status === 'discontinued' ? status : 'available';
}
