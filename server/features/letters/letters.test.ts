import { expect, it } from 'vitest';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The emails of the shop', (shop) => {
  const change = (token: string, body: object) => shop.call('updateLetterSettings', { token, body });
  const emails = () => readMailFolder(shop);
  const outbox = () => shop.shop.database.read.selectFrom('outbox').selectAll().execute();

  it('have the sender name, reply address and closing lines that an owner sets, and until then those of the shop', async () => {
    const linh = await shop.admin('Linh');
    const { body } = await shop.call('getLetterSettings', { token: linh.token });
    expect(body).toMatchObject({
      settings: { senderName: '', replyTo: '', signOff: '' },
      sender: { name: 'Vàng Son', address: 'shop@localhost', replyTo: '', usesSmtp: false },
    });
    await shop.call('updateShopSettings', { token: linh.token, body: { name: 'Sơn', email: 'studio@son.example' } });
    const anna = await shop.customer('Anna');
    // The sender's name is read when an email is sent, so Anna's email has to be sent before the change.
    await shop.shop.mailer.settled();
    await change(linh.token, { senderName: 'Linh of Sơn', replyTo: 'linh@son.example', signOff: 'With thanks\nLinh' });
    const ben = await shop.customer('Ben');
    const texts = await emails();
    const to = ({ email }: { email: string }) => texts.find((text) => text.includes(`\nTo: ${email}\n`));
    expect(to(anna)).toMatch(/\nFrom: Sơn <shop@localhost>\n/);
    expect(to(anna)).toMatch(/\nReply-To: studio@son\.example\n[\s\S]*\n-- \nSơn\n$/);
    expect(to(ben)).toMatch(/\nFrom: Linh of Sơn <shop@localhost>\n/);
    expect(to(ben)).toMatch(/\nReply-To: linh@son\.example\n[\s\S]*\n-- \nSơn\nWith thanks\nLinh\n$/);
  });

  it('are listed by kind, each with a preview, and a test goes to the address of the owner who asks for it', async () => {
    const linh = await shop.admin('Linh');
    await change(linh.token, { signOff: 'With thanks' });
    const { letters } = (await shop.call('listLetters', { token: linh.token })).body;
    expect(new Set(letters.map(({ id }) => id)).size).toBe(letters.length);
    for (const { id } of letters) {
      const preview = await shop.call('previewLetter', { token: linh.token, params: { id } });
      expect(preview).toMatchObject({ status: 200, body: { text: expect.stringContaining('With thanks') } });
      expect(preview.body.html).toContain('<!doctype html>');
    }
    const tested = await shop.call('testLetter', { token: linh.token, params: { id: 'admin-order-paid' } });
    expect(tested).toMatchObject({ status: 200, body: { to: linh.email } });
    expect((await emails()).at(-1)).toMatch(
      new RegExp(`To: ${linh.email}\\n[\\s\\S]*Subject: Test: New order [\\s\\S]*made up[\\s\\S]*Red River Moon`),
    );
    for (const name of ['previewLetter', 'testLetter'] as const)
      expect((await shop.call(name, { token: linh.token, params: { id: 'love-letter' } })).status).toBe(404);
    const vera = await shop.admin('Vera', 'viewer');
    const refused = await shop.call('testLetter', { token: vera.token, params: { id: 'order-paid' } });
    expect(refused.status).toBe(403);
  });

  it('are listed with their state and without their content, and one that was given up can be tried again', async () => {
    const linh = await shop.admin('Linh');
    const anna = await shop.customer('Anna');
    await shop.buy(anna, await shop.listing('Red River Moon'));
    await shop.shop.mailer.settled();
    const failed = { sent_at: null, attempts: 14, text: 'secret words', failure: '550' };
    await shop.shop.database.write(async (tx) => {
      await tx.updateTable('outbox').set(failed).where('recipient', '=', anna.email).execute();
    });
    const { raw, body } = await shop.call('listSentLetters', {
      token: linh.token,
      query: { page: '1', pageSize: '10' },
    });
    expect(raw.toString()).not.toContain('secret words');
    expect(body.total).toBe((await outbox()).length);
    const ofAnna = body.letters.filter(({ to }) => to === anna.email);
    expect(ofAnna.map(({ name, state, canResend }) => [name, state, canResend])).toEqual([
      ['Your order', 'failed', true],
      ['Confirm your email address', 'failed', false],
    ]);
    expect(ofAnna[0]?.reason).toContain('(550)');
    const [order, confirmation] = ofAnna.map(({ id }) => id);
    const resend = (id = '') => shop.call('resendLetter', { token: linh.token, params: { id } });
    expect((await resend(order)).status).toBe(200);
    await shop.shop.mailer.settled();
    expect((await outbox()).find(({ id }) => id === order)).toMatchObject({ attempts: 1, text: '', failure: '' });
    // The shop of this test has no mail server, so its emails are written to files.
    const { letters } = (await shop.call('listSentLetters', { token: linh.token, query: {} })).body;
    expect(letters.find(({ id }) => id === order)).toMatchObject({ state: 'file', reason: '' });
    const { letters: kinds } = (await shop.call('listLetters', { token: linh.token })).body;
    expect(kinds.every(({ sent }) => sent === 0)).toBe(true);
    // It was written to a file meanwhile, so its content is deleted from the outbox.
    expect((await resend(order)).status).toBe(409);
    expect((await resend(confirmation)).status).toBe(409);
    expect((await resend('nobody-has-this')).status).toBe(404);
  });
});

onEachEngine(
  'Tests of emails with RATE_LIMITS=on',
  (shop) => {
    it('are limited to 20 in an hour', async () => {
      const linh = await shop.admin('Linh');
      const test = () => shop.call('testLetter', { token: linh.token, params: { id: 'order-paid' } });
      for (let count = 0; count < 20; count += 1) expect((await test()).status).toBe(200);
      expect((await test()).status).toBe(429);
    });
  },
  { RATE_LIMITS: 'on' },
);
