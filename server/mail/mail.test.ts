import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { createMailer, letter, type Mailer } from './mail.ts';

const minute = 60_000;
const mail = (subject: string) => ({
  to: 'anna@example.com',
  subject,
  text: `${subject}, schön`,
  html: `<p>${subject}</p>`,
});

/** What an SMTP server hears: one message per `DATA`. It takes mail, or says no, or hangs up in the middle. */
class PostOffice {
  readonly received: { to: string[]; message: string }[] = [];
  manner: 'takes' | 'refuses' | 'hangs up' = 'takes';
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let heard = '';
    let to: string[] = [];
    let isMessage = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += bytes.toString('utf8');
      for (;;) {
        const end = heard.indexOf(isMessage ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = heard.slice(0, end);
        heard = heard.slice(end + (isMessage ? 5 : 2));
        if (isMessage) {
          isMessage = false;
          this.received.push({ to, message: line });
          to = [];
          if (this.manner === 'hangs up') socket.destroy();
          else say('250 taken');
        } else if (/^RCPT/i.test(line)) {
          if (this.manner === 'refuses') say('451 anna@example.com: later');
          else say('250 ok');
          to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        } else if (/^DATA/i.test(line)) {
          isMessage = true;
          say('354 go on');
        } else say(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
      }
    });
    say('220 post office');
  }
}

async function post(shop: TestShop, mailer: Mailer, ...subjects: string[]): Promise<void> {
  await shop.shop.database.write(async (tx) => {
    for (const subject of subjects) await mailer.queueMail(tx, mail(subject));
  });
  mailer.wake();
  await mailer.settled();
}

onEachEngine('Mail by SMTP', (shop) => {
  let office: PostOffice;
  let smtpUrl: string;
  const mailers: Mailer[] = [];
  const openMailer = () => {
    const { database, clock, log } = shop.shop;
    const settings = { ...shop.shop.settings, smtpUrl, mailFrom: 'Vàng Son <shop@example.com>' };
    const mailer = createMailer({ settings, database, clock, log: log.child({}, { level: 'silent' }), randomBytes });
    mailers.push(mailer);
    return mailer;
  };
  beforeEach(async () => {
    office = new PostOffice();
    smtpUrl = await office.open();
  });
  afterEach(async () => {
    await Promise.all(mailers.splice(0).map((mailer) => mailer.close()));
    await office.close();
  });

  it('arrives once, as text and HTML, and its words are not kept', async () => {
    await post(shop, openMailer(), 'Thank you');
    expect(office.received.map(({ to }) => to)).toEqual([['anna@example.com']]);
    const message = office.received[0]?.message ?? '';
    expect(message).toMatch(/^Subject: Thank you\r$/m);
    expect(message).toContain('<shop@example.com>');
    expect(message).toContain('text/plain');
    expect(message).toContain('text/html');
    const [row] = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
    expect(row).toMatchObject({ text: '', html: '', attempts: 1 });
    expect(row?.sent_at).not.toBeNull();
  });

  it('is answered to whom it says', async () => {
    const mailer = openMailer();
    await shop.shop.database.write((tx) => mailer.queueMail(tx, { ...mail('Enquiry'), replyTo: 'mai@example.com' }));
    mailer.wake();
    await mailer.settled();
    expect(office.received[0]?.message).toMatch(/^Reply-To: mai@example\.com\r$/m);
    const [row] = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
    expect(row).toMatchObject({ reply_to: null });
  });

  it('is not sent when the transaction that wrote it did not happen', async () => {
    const mailer = openMailer();
    const failing = shop.shop.database.write(async (tx) => {
      await mailer.queueMail(tx, mail('Never'));
      throw new Error('an accident');
    });
    await expect(failing).rejects.toThrow('an accident');
    mailer.wake();
    await mailer.settled();
    expect(office.received).toEqual([]);
  });

  it('is tried again after growing pauses, until it is taken', async () => {
    office.manner = 'refuses';
    const mailer = openMailer();
    await post(shop, mailer, 'Patience');
    const tries = async () => {
      mailer.wake();
      await mailer.settled();
      const [row] = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
      return row?.attempts;
    };
    expect(await tries()).toBe(1);
    shop.passTime(16_000);
    expect(await tries()).toBe(2);
    shop.passTime(16_000);
    expect(await tries()).toBe(2);
    shop.passTime(minute);
    office.manner = 'takes';
    expect(await tries()).toBe(3);
    shop.passTime(24 * 60 * minute);
    expect(await tries()).toBe(3);
    expect(office.received).toHaveLength(1);
  });

  it('is sent by one of many processes that look after the outbox', async () => {
    const [first, second, third] = [openMailer(), openMailer(), openMailer()];
    const subjects = Array.from({ length: 12 }, (_, at) => `Letter ${at}`);
    await shop.shop.database.write(async (tx) => {
      for (const subject of subjects) await first.queueMail(tx, mail(subject));
    });
    for (const mailer of [first, second, third]) mailer.wake();
    await Promise.all([first.settled(), second.settled(), third.settled()]);
    const received = office.received.map(({ message }) => /^Subject: (.*)\r$/m.exec(message)?.[1]);
    expect(received.sort()).toEqual(subjects.sort());
  });

  it('that may or may not have been taken comes again under the same Message-ID', async () => {
    office.manner = 'hangs up';
    const mailer = openMailer();
    await post(shop, mailer, 'Doubt');
    office.manner = 'takes';
    shop.passTime(minute);
    mailer.wake();
    await mailer.settled();
    const ids = office.received.map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<[0-9a-f]{24}@shop\.test>$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('goes on after a process was killed with the mail in hand, once its claim has ended', async () => {
    const mailer = openMailer();
    await shop.shop.database.write((tx) => mailer.queueMail(tx, mail('Left behind')));
    const claimed = {
      attempts: 1,
      claimed_until: shop.shop.clock() + 5 * minute,
      next_attempt_at: shop.shop.clock() + 5 * minute,
    };
    await shop.shop.database.write(async (tx) => {
      await tx.updateTable('outbox').set(claimed).execute();
    });
    mailer.wake();
    await mailer.settled();
    expect(office.received).toHaveLength(0);
    shop.passTime(5 * minute + 1);
    mailer.wake();
    await mailer.settled();
    expect(office.received).toHaveLength(1);
  });

  it('holds up no request while the server is away', async () => {
    await office.close();
    const started = performance.now();
    await shop.shop.database.write((tx) => shop.shop.mailer.queueMail(tx, mail('Away')));
    shop.shop.mailer.wake();
    expect((await shop.call('listListings')).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(2_000);
    office = new PostOffice();
    await office.open();
  });
});

onEachEngine('Mail without SMTP', (shop) => {
  it('is there to be read as files, in words and as it would be seen', async () => {
    await post(shop, shop.shop.mailer, 'Thank you');
    const folder = join(shop.directory, 'mail');
    const names = (await readdir(folder)).sort();
    expect(names.map((name) => name.replace(/^.*\./, ''))).toEqual(['html', 'txt']);
    const text = await readFile(join(folder, names[1] ?? ''), 'utf8');
    expect(text).toMatch(/^To: anna@example\.com$/m);
    expect(text).toContain('Thank you, schön');
  });
});

describe('A letter', () => {
  const parts = {
    shopName: 'Vàng Son',
    subject: 'Hello',
    heading: 'Good <day> & "more"',
    paragraphs: ['One', 'Two\nThree'],
    lines: [{ label: 'Crimson Carp', value: '$1,250.00' }],
    button: { label: 'Look', href: 'https://shop.test/a?b=1&c=2' },
  };

  it('says the same in text and in HTML', () => {
    const { text, html } = letter(parts);
    expect(text).toBe(
      'Good <day> & "more"\n\nOne\n\nTwo\nThree\n\nCrimson Carp: $1,250.00\n\nLook:\nhttps://shop.test/a?b=1&c=2\n\n-- \nVàng Son\n',
    );
    for (const part of [
      'Good &lt;day&gt; &amp; &quot;more&quot;',
      'Two<br>Three',
      '$1,250.00',
      'href="https://shop.test/a?b=1&amp;c=2"',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('brings nothing from another host', () => {
    expect(letter({ ...parts, button: { label: 'Look', href: '/' } }).html).not.toMatch(
      /https?:|src=|url\(|@import|<script|<link/,
    );
  });
});
