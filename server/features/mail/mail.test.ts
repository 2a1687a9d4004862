import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { SmtpServer } from '#server/testing/smtp-server.ts';
import { countUnsentEmails, createMailer, type Email, type Mailer } from './mail.ts';

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
  const openMailer = (write = shop.shop.database.write) => {
    const { clock, log } = shop.shop;
    const database = { ...shop.shop.database, write };
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

  it('is claimed together with others', async () => {
    const { write } = shop.shop.database;
    let transactions = 0;
    const mailer = openMailer((work) => {
      transactions += 1;
      return write(work);
    });
    smtp.behaviour = 'lets wait';
    await write(async (tx) => {
      for (let at = 0; at < 4; at += 1) await mailer.queueEmail(tx, emailOf(`Letter ${at}`));
    });
    await expect.poll(() => smtp.waiting).toHaveLength(4);
    expect(transactions).toBe(1);
    smtp.takesAll();
    await mailer.settled();
    // Those that the server takes while another is marked are marked together.
    expect(transactions).toBeLessThanOrEqual(5);
    expect(await countUnsentEmails(shop.shop.database.read)).toEqual({ waiting: 0, failed: 0 });
  });

  it('is not sent again when the database fails after it was sent', async () => {
    const { write } = shop.shop.database;
    let isFailing = false;
    const mailer = openMailer((work) => (isFailing ? Promise.reject(new Error('an accident')) : write(work)));
    smtp.behaviour = 'lets wait';
    await write((tx) => mailer.queueEmail(tx, emailOf('Sent once')));
    await expect.poll(() => smtp.waiting).toHaveLength(1);
    isFailing = true;
    smtp.takesAll();
    await mailer.settled();
    expect(await countUnsentEmails(shop.shop.database.read)).toEqual({ waiting: 1, failed: 0 });
    isFailing = false;
    shop.passTime(6 * minute);
    mailer.wake();
    await mailer.settled();
    expect(await countUnsentEmails(shop.shop.database.read)).toEqual({ waiting: 0, failed: 0 });
    expect(smtp.received).toHaveLength(1);
  });

  it('is marked as sent when the shop closes meanwhile', async () => {
    smtp.behaviour = 'lets wait';
    const mailer = openMailer();
    await shop.shop.database.write((tx) => mailer.queueEmail(tx, emailOf('Last')));
    await expect.poll(() => smtp.waiting).toHaveLength(1);
    const closing = mailer.close();
    smtp.takesAll();
    await closing;
    expect(await countUnsentEmails(shop.shop.database.read)).toEqual({ waiting: 0, failed: 0 });
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

  it('is written after somebody removed the folder', async () => {
    const folder = join(shop.directory, 'mail');
    await sendAll(shop, shop.shop.mailer, 'First');
    await rm(folder, { recursive: true });
    await sendAll(shop, shop.shop.mailer, 'Second');
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('is written although a process died while it wrote the same email', async () => {
    const folder = join(shop.directory, 'mail');
    await sendAll(shop, shop.shop.mailer, 'Thank you');
    const names = await readdir(folder);
    for (const name of names) await rename(join(folder, name), join(folder, `${name}.part`));
    await shop.shop.database.write((tx) => tx.updateTable('outbox').set({ sent_at: null }).execute());
    shop.passTime(6 * minute);
    shop.shop.mailer.wake();
    await shop.shop.mailer.settled();
    expect((await readdir(folder)).sort()).toEqual(names.sort());
  });
});
