import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { SmtpServer } from '#server/testing/smtp-server.ts';
import { renderEmail } from './email-template.ts';
import { addressLineInEmail, countUnsentEmails, createMailer, type Email, type Mailer, nameInEmail } from './mail.ts';

const minute = 60_000;
const emailOf = (subject: string) => ({
  kind: 'order paid' as const,
  to: 'anna@example.com',
  accountId: 'anna',
  subject,
  heading: subject,
  paragraphs: [`${subject}, schön`],
});

async function sendAll(shop: TestShop, mailer: Mailer, ...subjects: string[]): Promise<void> {
  await shop.shop.database.write(async (tx) => {
    for (const subject of subjects) await mailer.queueEmail(tx, emailOf(subject));
  });
  await mailer.settled();
}

onEachEngine('Email by SMTP', (shop) => {
  let smtp: SmtpServer;
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
    smtp = new SmtpServer();
    smtpUrl = await smtp.open();
  });
  afterEach(async () => {
    await Promise.all(mailers.splice(0).map((mailer) => mailer.close()));
    await smtp.close();
  });

  it('arrives once, as text and HTML, and its content is deleted from the outbox', async () => {
    await sendAll(shop, openMailer(), 'Thank you');
    expect(smtp.received.map(({ to }) => to)).toEqual([['anna@example.com']]);
    const message = smtp.received[0]?.message ?? '';
    expect(message).toMatch(/^Subject: Thank you\r$/m);
    expect(message).toContain('<shop@example.com>');
    expect(message).toContain('text/plain');
    expect(message).toContain('text/html');
    const [row] = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
    expect(row).toMatchObject({ text: '', html: '', attempts: 1 });
    expect(row?.sent_at).not.toBeNull();
  });

  it('greets with the host name of the shop’s address', async () => {
    await sendAll(shop, openMailer(), 'Thank you');
    expect(smtp.greetings).toEqual(['shop.test']);
  });

  it('has the given Reply-To', async () => {
    const mailer = openMailer();
    await shop.shop.database.write((tx) =>
      mailer.queueEmail(tx, { ...emailOf('Enquiry'), replyTo: 'mai@example.com' }),
    );
    await mailer.settled();
    expect(smtp.received[0]?.message).toMatch(/^Reply-To: mai@example\.com\r$/m);
    const [row] = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
    expect(row).toMatchObject({ reply_to: null });
  });

  it('of a conversation names the emails before it, and does not say that a program wrote it', async () => {
    const mailer = openMailer();
    const conversation = { id: 'c'.repeat(24), earlier: ['a'.repeat(24), 'b'.repeat(24)] };
    await shop.shop.database.write((tx) => mailer.queueEmail(tx, { ...emailOf('Answer'), conversation }));
    await mailer.settled();
    const message = smtp.received[0]?.message ?? '';
    expect(message).toMatch(/^Message-ID: <c{24}@shop\.test>\r$/m);
    expect(message).toMatch(/^In-Reply-To: <b{24}@shop\.test>\r$/m);
    expect(message.replace(/\r\n\s/g, ' ')).toMatch(/^References: <a{24}@shop\.test> <b{24}@shop\.test>\r$/m);
    expect(message).not.toContain('Auto-Submitted');
  });

  it('is not sent when its transaction fails', async () => {
    const mailer = openMailer();
    const failing = shop.shop.database.write(async (tx) => {
      await mailer.queueEmail(tx, emailOf('Not committed'));
      throw new Error('an accident');
    });
    await expect(failing).rejects.toThrow('an accident');
    mailer.wake();
    await mailer.settled();
    expect(smtp.received).toEqual([]);
  });

  it('is retried with growing delays until it is accepted', async () => {
    smtp.behaviour = 'refuses';
    const mailer = openMailer();
    await sendAll(shop, mailer, 'Retried');
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
    smtp.behaviour = 'takes';
    expect(await tries()).toBe(3);
    shop.passTime(24 * 60 * minute);
    expect(await tries()).toBe(3);
    expect(smtp.received).toHaveLength(1);
  });

  it('is sent by only one of several processes', async () => {
    const [first, second, third] = [openMailer(), openMailer(), openMailer()];
    const subjects = Array.from({ length: 12 }, (_, at) => `Letter ${at}`);
    await shop.shop.database.write(async (tx) => {
      for (const subject of subjects) await first.queueEmail(tx, emailOf(subject));
    });
    for (const mailer of [first, second, third]) mailer.wake();
    await Promise.all([first.settled(), second.settled(), third.settled()]);
    const received = smtp.received.map(({ message }) => /^Subject: (.*)\r$/m.exec(message)?.[1]);
    expect(received.sort()).toEqual(subjects.sort());
  });

  it('is sent together with others, at most four at once', async () => {
    smtp.behaviour = 'lets wait';
    const mailer = openMailer();
    await shop.shop.database.write(async (tx) => {
      for (let at = 0; at < 9; at += 1) await mailer.queueEmail(tx, emailOf(`Letter ${at}`));
    });
    await expect.poll(() => smtp.waiting).toHaveLength(4);
    expect(smtp.received).toHaveLength(4);
    smtp.takesAll();
    await mailer.settled();
    expect(smtp.received).toHaveLength(9);
  });

  it('is sent before the others when it is about a password', async () => {
    smtp.behaviour = 'lets wait';
    const mailer = openMailer();
    await shop.shop.database.write(async (tx) => {
      for (let at = 0; at < 8; at += 1) await mailer.queueEmail(tx, emailOf(`Letter ${at}`));
    });
    await expect.poll(() => smtp.waiting).toHaveLength(4);
    await shop.shop.database.write((tx) =>
      mailer.queueEmail(tx, { ...emailOf('New password'), kind: 'password reset' }),
    );
    smtp.waiting.shift()?.();
    await expect.poll(() => smtp.waiting).toHaveLength(4);
    expect(smtp.received.at(-1)?.message).toContain('Subject: New password');
    smtp.takesAll();
    await mailer.settled();
    expect(smtp.received).toHaveLength(9);
  });

  it('of one kind is sent to one account at most 20 times an hour; others are only recorded, without content', async () => {
    const mailer = openMailer();
    const queue = (email: Partial<Email>) =>
      shop.shop.database.write((tx) => mailer.queueEmail(tx, { ...emailOf('Letter'), ...email }));
    // The limit holds also with new addresses of the account, and for several transactions at once.
    await Promise.all(Array.from({ length: 25 }, (_, at) => queue({ to: `anna${at}@example.com` })));
    await mailer.settled();
    expect(smtp.received).toHaveLength(20);
    const outbox = shop.shop.database.read.selectFrom('outbox').selectAll();
    const withheld = await outbox.where('withheld_at', 'is not', null).execute();
    expect(withheld).toHaveLength(5);
    expect(withheld[0]).toMatchObject({ subject: 'Letter', text: '', html: '', attempts: 0, sent_at: null });
    await queue({ kind: 'password changed' });
    await queue({ accountId: 'ben' });
    // Waits until these are sent: an hour later their claims would have ended, and they would be sent again.
    await mailer.settled();
    shop.passTime(60 * minute);
    await queue({});
    await mailer.settled();
    expect(smtp.received).toHaveLength(23);
    shop.passTime(31 * 24 * 60 * minute);
    await queue({});
    await mailer.settled();
    expect(await outbox.execute()).toHaveLength(1);
  });

  it('is sent again with the same Message-ID when the server hangs up', async () => {
    smtp.behaviour = 'hangs up';
    const mailer = openMailer();
    await sendAll(shop, mailer, 'Sent twice');
    smtp.behaviour = 'takes';
    shop.passTime(minute);
    mailer.wake();
    await mailer.settled();
    const ids = smtp.received.map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<[0-9a-f]{24}@shop\.test>$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it.each([1, 14])('is sent after the claim of a process that was killed in attempt %i has ended', async (attempts) => {
    const [killed, mailer] = [openMailer(), openMailer()];
    await killed.close();
    await shop.shop.database.write((tx) => killed.queueEmail(tx, emailOf('Claimed')));
    const claimed = {
      attempts,
      claimed_until: shop.shop.clock() + 5 * minute,
      next_attempt_at: shop.shop.clock() + 5 * minute,
    };
    await shop.shop.database.write(async (tx) => {
      await tx.updateTable('outbox').set(claimed).execute();
    });
    mailer.wake();
    await mailer.settled();
    expect(smtp.received).toHaveLength(0);
    expect(await countUnsentEmails(shop.shop.database.read)).toEqual({ waiting: 1, failed: 0 });
    shop.passTime(5 * minute + 1);
    mailer.wake();
    await mailer.settled();
    expect(smtp.received).toHaveLength(1);
  });

  it('delays no request while the server is unavailable', async () => {
    const mailer = openMailer();
    await smtp.close();
    await shop.shop.database.write((tx) => mailer.queueEmail(tx, emailOf('Delayed')));
    expect((await shop.call('listListings')).status).toBe(200);
    expect(await shop.shop.database.read.selectFrom('outbox').select('sent_at').execute()).toEqual([{ sent_at: null }]);
    smtp = new SmtpServer();
    await smtp.open();
  });
});

onEachEngine('Email without SMTP', (shop) => {
  it('is written as a text file and an HTML file', async () => {
    await sendAll(shop, shop.shop.mailer, 'Thank you');
    const folder = join(shop.directory, 'mail');
    const names = (await readdir(folder)).sort();
    expect(names.map((name) => name.replace(/^.*\./, ''))).toEqual(['html', 'txt']);
    const text = await readFile(join(folder, names[1] ?? ''), 'utf8');
    expect(text).toMatch(/^To: anna@example\.com$/m);
    expect(text).toContain('Thank you, schön');
  });
});

describe('The email template', () => {
  const parts = {
    subject: 'Hello',
    heading: 'Good <day> & "more"',
    paragraphs: ['One', 'Two\nThree'],
    lines: [{ label: 'Crimson Carp', value: '$1,250.00' }],
    button: { label: 'Look', href: 'https://shop.test/a?b=1&c=2' },
  };

  const signature = { shopName: 'Vàng Son', signOff: '' };

  it('has the same content as text and as HTML', () => {
    const { text, html } = renderEmail(parts, signature);
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

  it('loads nothing from another host', () => {
    expect(renderEmail({ ...parts, button: { label: 'Look', href: '/' } }, signature).html).not.toMatch(
      /https?:|src=|url\(|@import|<script|<link/,
    );
  });
});

describe('A name or a line of an address in an email', () => {
  it.each(['Anna', 'Đặng Thị Hà', 'O’Brien-Smith', "D'Arcy", 'J. R. Tolkien', 'Jr., Sam', 'محمد'])(
    '%s stays',
    (name) => {
      expect(nameInEmail(name)).toBe(name);
    },
  );

  it.each([
    'Win $1,000 today',
    'Cheap pills at pills.example',
    'www pills',
    'call 0412 345 678',
    'a@b',
    'https://pills',
    'Buy the best lacquer pills of the whole wide world here',
  ])('%s is left out', (name) => {
    expect(nameInEmail(name)).toBe('');
  });

  it('is left out if it is an address line that is long or has something like a link', () => {
    expect(addressLineInEmail('Unit 4, 12-14 Lotus St. North')).toBe('Unit 4, 12-14 Lotus St. North');
    for (const line of ['go to pills.example', 'x@y', 'http://a', 'pill '.repeat(20)]) {
      expect(addressLineInEmail(line)).toBe('');
    }
  });
});
