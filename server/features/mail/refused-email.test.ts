import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { SmtpServer } from '#server/testing/smtp-server.ts';
import { countUnsentEmails, createMailer } from './mail.ts';

const day = 24 * 60 * 60_000;

onEachEngine('An email whose address the mail server refuses for good', (shop) => {
  it('is given up at once, the owner is told, and it is deleted after 30 days', async () => {
    const owner = await shop.admin('Linh');
    const needs = async () =>
      (await shop.call('listNeeds', { token: owner.token })).body.needs.map(({ kind, what }) => [kind, what]);
    const { database, clock, log } = shop.shop;
    // The letter that confirms the owner's address.
    await database.write((tx) => tx.deleteFrom('outbox').execute());
    const smtp = new SmtpServer();
    const settings = { ...shop.shop.settings, smtpUrl: await smtp.open(), mailFrom: 'shop@example.com' };
    const mailer = createMailer({ settings, database, clock, log: log.child({}, { level: 'silent' }), randomBytes });
    const send = async (to: string) => {
      const email = {
        kind: 'order paid',
        to,
        accountId: to,
        subject: 'Paid',
        heading: 'Paid',
        paragraphs: [],
      } as const;
      await database.write((tx) => mailer.queueEmail(tx, email));
      mailer.wake();
      await mailer.settled();
    };
    try {
      smtp.behaviour = 'refuses for good';
      await send('anna@example.com');
      smtp.behaviour = 'takes';
      shop.passTime(day);
      await send('ben@example.com');
      expect(smtp.received.map(({ to }) => to)).toEqual([['ben@example.com']]);
      expect(await countUnsentEmails(database.read)).toEqual({ waiting: 0, failed: 1 });
      expect(await needs()).toEqual([['letter', 'An email to anna@example.com could not be sent']]);
      shop.passTime(31 * day);
      await send('ben@example.com');
      expect(await needs()).toEqual([]);
    } finally {
      await mailer.close();
      await smtp.close();
    }
  });
});
