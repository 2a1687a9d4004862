import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { EndpointName } from '#contract/api.ts';
import type { Listing } from '#contract/catalog.ts';
import { pageTexts } from '#server/invoices/read-pdf.ts';
import type { CallOptions } from '#server/testing/door.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { tracesOf } from '#server/testing/traces.ts';

/** Long enough to be nowhere by chance. */
const card = {
  cardNumber: '4929 7391 0482 6517',
  cardCvc: '739 104 825',
  cardExpiry: '1107 / 209381',
  bpayNumber: '83 6620 4917',
  bpayRef: '5518 2207 3946 01',
};
const passwords = { first: 'kingfisher over lacquer', second: 'heron under varnish', third: 'egret in the gilding' };
const name = 'Kanarina Vogelsang';
const email = 'kanarina@example.com';

onEachEngine(
  'What only its owner may know',
  (shop) => {
    it('is found nowhere after it went through every flow: database, log, files, mails, invoices, answers', async () => {
      const { tokens, answers, invoices } = await liveThrough(shop);
      const places: [place: string, content: Buffer][] = [
        ...(await rowsOf(shop)),
        ...(await filesOf(shop)),
        ['the log', Buffer.from(shop.logged())],
        ...invoices.flatMap((pdf): [string, Buffer][] => [
          ['an invoice', pdf],
          ['the words of an invoice', Buffer.from(pageTexts(pdf).join('\n'))],
        ]),
        ...answers.map((answer): [string, Buffer] => ['an answer', answer]),
      ];
      const secrets = { ...card, ...passwords, ...tokens };

      const found = Object.entries(secrets).flatMap(([what, secret]) =>
        places.flatMap(([place, content]) => tracesOf(secret, content).map((form) => `${what} in ${place}, ${form}`)),
      );
      expect(found).toEqual([]);

      // Would it have been found? What is no secret is, in each of these.
      const placesOf = (words: string) =>
        places.filter(([, content]) => tracesOf(words, content).length > 0).map(([place]) => place);
      const database = shop.engine === 'sqlite' ? ['shop.db-wal', 'backup.db'] : ['table users', 'table orders'];
      expect(placesOf(name)).toEqual(expect.arrayContaining([...database, 'the words of an invoice', 'an answer']));
      expect(placesOf(email)).toContainEqual(expect.stringMatching(/^mail\/.+\.txt$/));
      expect(placesOf('/api/user/profile')).toContain('the log');
      expect(placesOf('•••• •••• •••• 6517')).toContain('an answer');
    });
  },
  { LOG_LEVEL: 'trace' },
);

/** Everything a customer can do with them. */
async function liveThrough(shop: TestShop) {
  const { call, answers } = recordAnswers(shop);
  const pieces = [await shop.piece('Moon'), await shop.piece('Carp')] as const;
  const enter = async (mode: string, password: string) =>
    (await call('authenticate', { body: { mode, name, email, password } }, 'to its owner')).body.token;
  const firstToken = await enter('register', passwords.first);
  await fillIn(call, firstToken);
  answers.push((await brokenProfile(shop, firstToken)).raw);
  const { orderId, invoices } = await buy(call, firstToken, pieces);
  await call('downloadOwnRecords', { token: firstToken });

  await call('authenticate', { body: { mode: 'signin', email, password: passwords.second } });
  const change = { currentPassword: passwords.first, newPassword: passwords.second };
  expect((await call('changePassword', { token: firstToken, body: change })).status).toBe(200);
  await call('forgotPassword', { body: { email } });
  const reset = { token: await mailedToken(shop), newPassword: passwords.third };
  expect((await call('resetPassword', { body: reset })).status).toBe(200);
  const secondToken = await enter('signin', passwords.third);
  await call('listSessions', { token: secondToken });
  await call('cancelOrder', { token: secondToken, params: { id: orderId } });

  const { token: admin } = await shop.admin();
  await call('listUsers', { token: admin });
  await call('getOrderAsAdmin', { token: admin, params: { id: orderId } });
  await call('listAuditEntries', { token: admin });
  await call('signOut', { token: secondToken });
  await call('getProfile', { token: secondToken });
  await settleMail(shop);
  return { tokens: { firstToken, secondToken }, answers, invoices };
}

/** Keeps what is answered, but for what only the owner is told. */
function recordAnswers(shop: TestShop) {
  const answers: Buffer[] = [];
  const call = async <Name extends EndpointName>(endpoint: Name, options: CallOptions, aside?: 'to its owner') => {
    const answer = await shop.call(endpoint, options);
    if (!aside) answers.push(answer.raw);
    return answer;
  };
  return { call, answers };
}

type Call = ReturnType<typeof recordAnswers>['call'];

async function fillIn(call: Call, token: string): Promise<void> {
  const change = (body: object) => call('updateProfile', { token, body });
  expect((await change({ ...card, deliveryAddress: '7 Resin Row' })).status).toBe(200);
  // Refused, with the secrets in hand.
  expect((await change({ ...card, cardNumber: card.cardNumber.repeat(9) })).status).toBe(400);
  expect((await change({ ...card, phone: [card.cardNumber] })).status).toBe(400);
  const own = await call('getProfile', { token, query: { include: 'card' } }, 'to its owner');
  expect(own.body.user).toMatchObject(card);
  await call('getProfile', { token });
}

/** With forms that send more than they should. */
async function buy(call: Call, token: string, [moon, carp]: readonly [Listing, Listing]) {
  const headers = { 'idempotency-key': 'one-purchase' };
  const items = [{ listingId: moon.id, price: moon.price }];
  const { body } = await call('createCheckout', { token, headers, body: { items, ...card, card } });
  const payment = { orderDate: body.orderDate, listingIds: [moon.id], ...card };
  expect((await call('confirmPayment', { token, headers, body: payment })).status).toBe(200);
  const params = { id: body.orderId };
  const opened = await call('openInvoice', { token, params });
  const change = { items: [{ listingId: carp.id }], ...card };
  expect((await call('updateOrder', { token, params, body: change })).status).toBe(200);
  const downloaded = await call('downloadInvoice', { token, params });
  await call('getOrder', { token, params });
  return { orderId: body.orderId, invoices: [opened.raw, downloaded.raw] };
}

/** JSON that ends too early: what the parser complains about must not be logged. */
function brokenProfile(shop: TestShop, token: string) {
  const headers = { 'content-type': 'application/json' };
  return shop.request('PUT', '/api/user/profile', { token, headers, body: JSON.stringify(card).slice(0, -2) });
}

async function mailedToken(shop: TestShop): Promise<string> {
  await settleMail(shop);
  const mails = (await filesIn(shop.directory)).filter(([file]) => file.startsWith('mail'));
  const [, token] = /\/reset-password#([\w-]+)/.exec(mails.join('\n')) ?? [];
  return token ?? '';
}

async function settleMail(shop: TestShop): Promise<void> {
  shop.shop.mailer.wake();
  await shop.shop.mailer.settled();
}

/** On PostgreSQL every row as text; on SQLite the files themselves tell more, what was deleted included. */
async function rowsOf({ engine, shop }: TestShop): Promise<[string, Buffer][]> {
  if (engine === 'sqlite') return [];
  const { read } = shop.database;
  const ask = async (query: RawBuilder<{ line: string }>) => (await query.execute(read)).rows.map(({ line }) => line);
  const tables = await ask(sql`select tablename as line from pg_tables where schemaname = 'public'`);
  return Promise.all(
    tables.map(async (table): Promise<[string, Buffer]> => {
      const lines = await ask(sql`select stored::text as line from ${sql.table(table)} stored`);
      return [`table ${table}`, Buffer.from(lines.join('\n'))];
    }),
  );
}

/** Everything in the data directory; on SQLite with the database, its WAL, and a backup as README.md makes it. */
async function filesOf(shop: TestShop): Promise<[string, Buffer][]> {
  if (shop.engine === 'sqlite') {
    const file = new BetterSqlite(join(shop.directory, 'shop.db'), { readonly: true });
    await file.backup(join(shop.directory, 'backup.db'));
    file.close();
  }
  return filesIn(shop.directory);
}

/** By their paths inside the folder, but for the key. */
async function filesIn(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'card.key');
  return Promise.all(
    files.map(async (entry): Promise<[string, Buffer]> => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), await readFile(path)];
    }),
  );
}

describe('The search for secrets', () => {
  const number = card.cardNumber;
  const digits = number.replaceAll(' ', '');
  it.each([
    ['as typed', number],
    ['without spaces', digits],
    ['with dashes', '4929-7391-0482-6517'],
    ['in a URL', `?number=${encodeURIComponent(number)}`],
    ['in a form', new URLSearchParams({ number }).toString()],
    ['backwards', [...digits].reverse().join('')],
    ['in hex', Buffer.from(JSON.stringify({ digits })).toString('hex').toUpperCase()],
    ...['', 'x', 'xx'].map((before) => ['in base64', Buffer.from(`${before}${number}"}`).toString('base64')]),
    ...['', 'x', 'xx'].map((before) => ['in base64url', Buffer.from(`${before}${digits}"}`).toString('base64url')]),
    ['in UTF-16', Buffer.from(number, 'utf16le').toString('latin1')],
  ])('finds a card number %s', (_form, written) => {
    expect(tracesOf(number, Buffer.from(`before ${written} behind`, 'latin1'))).not.toEqual([]);
  });

  it('does not take its last four digits for it', () => {
    expect(tracesOf(number, Buffer.from('•••• •••• •••• 6517'))).toEqual([]);
  });
});
