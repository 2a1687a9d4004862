import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { loadCardKey } from '#server/accounts/accounts.ts';
import { connect } from '#server/database/connect.ts';
import type { Reader } from '#server/database/database.ts';
import { parseSettings } from '#server/settings.ts';
import { checkInvariants } from '../../invariants.ts';
import type { Files } from './disk.ts';
import { places, type Recording } from './recording.ts';
import { gone, orderState, pictureState, pieceState } from './trade.ts';

/** What is wrong with what a power cut left, a sentence each. */
export interface Aftermath {
  /** The database does not open, is damaged, contradicts itself, or refers to files that are not as they were. */
  damages: string[];
  /** Orders, then other things, that are not as the shop had said they were. */
  lostOrders: string[];
  lostThings: string[];
  /** Orders that had been acknowledged. */
  orders: number;
}

/**
 * Opens `left`, what the power cut before `place` of the recording left, as the next start of the shop does, and compares.
 * `directory`: emptied before and after.
 */
export async function judge(recording: Recording, left: Files, place: number, directory: string): Promise<Aftermath> {
  const aftermath: Aftermath = { damages: [], lostOrders: [], lostThings: [], orders: 0 };
  for (const [thing, told] of recording.told)
    if (thing.startsWith('order ') && told.some((one) => one.place < place)) aftermath.orders += 1;
  const inside = (path: string) => path.slice(recording.root.length + 1);
  const media = join(places.data, 'media/');
  await rm(directory, { recursive: true, force: true });
  for (const [path, bytes] of left) {
    if (inside(path).startsWith(media)) continue;
    await mkdir(dirname(join(directory, inside(path))), { recursive: true });
    await writeFile(join(directory, inside(path)), bytes);
  }
  try {
    const settings = parseSettings({
      DATA_DIR: join(directory, places.data),
      DATABASE_URL: `file:${join(directory, places.database)}`,
    });
    const database = await connect(settings.database);
    try {
      await loadCardKey(settings, database, randomBytes);
      aftermath.damages.push(...(await damages(database.read, recording, left, place)));
      await compare(database.read, recording, left, place, aftermath);
    } finally {
      await database.close();
    }
  } catch (error) {
    // Nothing is there then of what was acknowledged.
    aftermath.damages.push(`the shop does not open: ${error instanceof Error ? error.message : String(error)}`);
    for (const [thing, told] of recording.told)
      if (told.some((one) => one.place < place)) listOf(aftermath, thing).push(`${thing} cannot be read.`);
  }
  await rm(directory, { recursive: true, force: true });
  return aftermath;
}

const listOf = ({ lostOrders, lostThings }: Aftermath, thing: string) =>
  thing.startsWith('order ') ? lostOrders : lostThings;

async function damages(reader: Reader, recording: Recording, left: Files, place: number): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(reader);
  const violations = await checkInvariants(reader, recording.timeOf(place));
  const wasOpen = (recording.answers[0] ?? Number.POSITIVE_INFINITY) < place;
  return [
    ...rows.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    // The first start makes the admin after the tables; the next one makes up for it.
    ...violations.filter((violation) => wasOpen || violation !== 'Nobody is an admin.'),
    ...(await missingFiles(reader, recording, left)),
  ];
}

/** Files of pictures never change: whatever a row names is there, byte for byte as it was in the end. */
async function missingFiles(reader: Reader, recording: Recording, left: Files): Promise<string[]> {
  const pictures = await reader.selectFrom('pictures').select(['url', 'variants']).execute();
  const logos = await reader.selectFrom('shop_logo').select('url').execute();
  const sent = await reader.selectFrom('outbox').select('id').where('sent_at', 'is not', null).execute();
  const files = pictures.flatMap(({ url, variants }) => [url, ...[...variants.matchAll(/\/media\/[\w./]+/g)].flat()]);
  const damaged = [...files, ...logos.map(({ url }) => url)].filter((url) => {
    const path = join(recording.root, places.data, url);
    const asItWas = recording.files.get(path);
    return asItWas && !left.get(path)?.equals(asItWas);
  });
  const letters = [...left].filter(
    ([path, bytes]) => path.endsWith('.txt') && recording.files.get(path)?.equals(bytes),
  );
  const unsent = sent.filter(({ id }) => !letters.some(([path]) => path.endsWith(`${id}.txt`)));
  return [
    ...damaged.map((url) => `${url} is not as it was, though the database has it.`),
    ...unsent.map(({ id }) => `letter ${id} is marked as sent, yet it is nowhere.`),
  ];
}

/** As the last answer before the power cut said, or as the call says that was under way and answered later. */
async function compare(
  reader: Reader,
  { root, told }: Recording,
  left: Files,
  place: number,
  aftermath: Aftermath,
): Promise<void> {
  const states = await statesOf(reader);
  for (const [thing, all] of told) {
    const known = all.findLastIndex((one) => one.place < place);
    if (known === -1) continue;
    const [, url] = /^picture (.*)$/.exec(thing) ?? [];
    const file = url && states.has(thing) ? left.get(join(root, places.data, url)) : undefined;
    const state = url === undefined ? (states.get(thing) ?? gone) : file ? pictureState(file) : gone;
    const allowed = all.slice(known, known + 2).map((one) => one.state);
    if (!allowed.includes(state)) listOf(aftermath, thing).push(`${thing} is "${state}" instead of "${allowed[0]}".`);
  }
}

/** By thing, in the words of trade.ts. */
async function statesOf(reader: Reader): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  const items = Map.groupBy(
    await reader.selectFrom('order_items').select(['order_id', 'listing_id']).execute(),
    (item) => item.order_id,
  );
  for (const order of await reader.selectFrom('orders').select(['id', 'status', 'total_cents']).execute()) {
    const pieces = (items.get(order.id) ?? []).map((item) => item.listing_id);
    states.set(`order ${order.id}`, orderState(order.status, order.total_cents, pieces));
  }
  for (const piece of await reader.selectFrom('listings').select(['id', 'name', 'price_cents', 'images']).execute()) {
    const images = [...piece.images.matchAll(/\/media\/[\w./]+/g)].map(([url]) => url);
    states.set(`piece ${piece.id}`, pieceState(piece.name, piece.price_cents, images));
  }
  for (const user of await reader.selectFrom('users').select(['email', 'phone']).execute())
    states.set(`user ${user.email}`, user.phone);
  for (const { url } of await reader.selectFrom('pictures').select('url').execute()) states.set(`picture ${url}`, '');
  for (const { url } of await reader.selectFrom('shop_logo').select('url').execute()) states.set('logo', url);
  return states;
}
