import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { SmtpServer } from '#server/testing/smtp-server.ts';
import { createMailer } from './mail.ts';

const hour = 60 * 60_000;

onEachEngine('An email that the mail server never takes', (shop) => {
  it('keeps its content so that it can be sent again, unless it may have a link that gives access', async () => {
    const smtp = new SmtpServer();
    smtp.behaviour = 'refuses';
    const { database, clock, log } = shop.shop;
    const settings = { ...shop.shop.settings, smtpUrl: await smtp.open(), mailFrom: 'shop@example.com' };
    const quiet = log.child({}, { level: 'silent' });
    const mailer = createMailer({ settings, database, clock, log: quiet, randomBytes });
    const to = { to: 'anna@example.com', accountId: 'anna', heading: 'Hello', paragraphs: ['Some words'] };
    await database.write(async (tx) => {
      await mailer.queueEmail(tx, { ...to, kind: 'order paid', subject: 'Thank you' });
      await mailer.queueEmail(tx, { ...to, kind: 'password reset', subject: 'Set a password' });
    });
    const contents = async () => {
      const rows = await database.read.selectFrom('outbox').select(['subject', 'text', 'html', 'attempts']).execute();
      return Object.fromEntries(
        rows.map(({ subject, text, html, attempts }) => [subject, [attempts, `${text}${html}` !== '']]),
      );
    };
    const trySending = async () => {
      mailer.wake();
      await mailer.settled();
      shop.passTime(7 * hour);
    };
    for (let attempt = 0; attempt < 13; attempt += 1) await trySending();
    expect(await contents()).toEqual({ 'Thank you': [13, true], 'Set a password': [13, true] });
    await trySending();
    expect(await contents()).toEqual({ 'Thank you': [14, true], 'Set a password': [14, false] });
    await mailer.close();
    await smtp.close();
  });
});
