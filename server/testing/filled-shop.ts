import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Engine } from '#server/platform/database/database.ts';
import { dataTables } from '#server/platform/database/dialect.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { reportsOf } from './condition-reports.ts';
import { createDatabases, type Databases } from './databases.ts';
import { type Person, password } from './people.ts';
import { intakeOf } from './photographs.ts';
import { postgresUrl } from './postgres-url.ts';
import type { TestShop } from './shop.ts';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/**
 * Returns a function that creates an empty database on an engine and returns the settings of another shop with it. Each test gets new
 * databases. Call it where tests are defined, because it adds hooks.
 */
export function otherShopsOf(shop: TestShop): (engine: Engine) => Promise<Settings> {
  let databases: Record<Engine, Databases>;
  beforeEach(() => {
    const of = (engine: Engine) => createDatabases(engine, shop.directory, postgresUrl);
    databases = { sqlite: of('sqlite'), postgres: of('postgres') };
  });
  afterEach(() => databases.postgres.removeAll());
  return async (engine) =>
    parseSettings({
      DATABASE_URL: await databases[engine].create(),
      DATA_DIR: join(shop.directory, `${engine} elsewhere`),
    });
}

/**
 * Fills most tables, with unusual texts, a picture of a listing, another one of a condition report, one that waits in the intake, and a
 * logo. Returns the tables, their rows and the media files.
 */
export async function fillShop(shop: TestShop) {
  const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
  await shop.shop.media.keepLogo(await picture(40));
  const { photograph, issued } = reportsOf(shop);
  const images = [await photograph(40)];
  const moon = await shop.listing('Moon', { images, story: 'Line\u2028separator\nand end, “Sơn mài” 漆 𝄞 \\ "' });
  await issued(admin.token, moon.id);
  await intakeOf(shop, admin).sendAll('waiting.jpg');
  await shop.buy(anna, moon);
  await shop.call('addToCart', { token: anna.token, body: { listingId: (await shop.listing('Carp')).id } });
  await shop.call('updateProfile', { token: anna.token, body: { cardNumber: '4242 4242 4242 4242' } });
  await openChallenge(shop, admin);
  await shop.call('signOut', { token: admin.token });
  // Wait for pending writes: emails are marked as sent, presence and counts of visits are stored.
  await shop.shop.mailer.settled();
  await shop.shop.backgroundWrites.settled();
  await shop.shop.presence.flush();
  await shop.shop.visits.flush();
  const tables = (await dataTables(shop.shop.database.read)).map(({ name }) => name).toSorted();
  const entries = await readdir(join(shop.directory, 'media'), { recursive: true });
  const files = entries.filter((path) => /^[0-9a-f]{32}.\w+\.\w+$/.test(path)).toSorted();
  return { tables, files, rows: await rowsOf(shop.shop.settings, tables) };
}

/** Signs the admin in with the password alone, so that a challenge waits for the code of the authenticator app. */
async function openChallenge(shop: TestShop, { token, email }: Person) {
  const { key } = (await shop.call('beginAuthenticatorApp', { token })).body;
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  await shop.call('enableAuthenticatorApp', { token, body: { code } });
  const { body } = await shop.call('authenticate', { body: { mode: 'signin', email, password } });
  expect(body.challenge).toBeTruthy();
}

const picture = (width: number) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#7a1f1f' } })
    .png()
    .toBuffer();

/** Every row of each table, as text, sorted. */
export async function rowsOf(
  { database }: Pick<Settings, 'database'>,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  return readSnapshot(database, async (reader) => {
    const all: Record<string, string[]> = {};
    for (const name of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(reader);
      all[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
    }
    return all;
  });
}
