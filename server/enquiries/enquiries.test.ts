import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

const words = { name: 'Mai', email: 'mai@example.com', message: 'Is it\nstill there?' };

onEachEngine('The contact form', (shop) => {
  const send = (body: object) => shop.call('sendEnquiry', { body });
  const list = async (query = {}) =>
    (await shop.call('listEnquiries', { token: (await shop.admin(`Admin ${Math.random()}`)).token, query })).body;

  it('keeps what a visitor writes, with the piece it is about', async () => {
    const piece = await shop.piece('Crimson Carp Tray');
    const { status, body } = await send({ ...words, subject: ' Carp ', listingId: piece.id });
    expect([status, body.message]).toEqual([201, 'Thank you. Your message has been sent.']);
    const { enquiries, total, unread } = await list();
    expect([total, unread]).toEqual([1, 1]);
    expect(enquiries[0]).toMatchObject({
      ...words,
      subject: 'Carp',
      listingId: piece.id,
      listingName: 'Crimson Carp Tray',
      doneAt: null,
    });
  });

  it('takes a message about a piece that is not there, without the piece', async () => {
    expect((await send({ ...words, listingId: 'no-such-tray' })).status).toBe(201);
    expect((await list()).enquiries[0]).toMatchObject({ listingId: null, listingName: null, subject: '' });
  });

  it('says what is missing', async () => {
    const message = async (body: object) => {
      const answer = await send({ ...words, ...body });
      return [answer.status, answer.body.message];
    };
    expect(await message({ name: ' ' })).toEqual([400, 'Please enter your name']);
    expect(await message({ email: '' })).toEqual([400, 'Please enter your email address']);
    expect(await message({ email: 'mai' })).toEqual([400, 'Please enter a valid email address']);
    expect(await message({ message: ' \n ' })).toEqual([400, 'Please enter a message']);
    expect((await message({ message: 'x'.repeat(5_001) }))[0]).toBe(400);
  });

  it('takes twenty messages in ten minutes from one address, also when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(words)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
    const refused = answers.find((answer) => answer.status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(500);
    shop.passTime(10 * 60_000);
    expect((await send(words)).status).toBe(201);
  });

  it('is for admins to read', async () => {
    const anna = await shop.customer('Anna');
    expect((await shop.call('listEnquiries')).status).toBe(401);
    expect((await shop.call('listEnquiries', { token: anna.token })).status).toBe(403);
    expect((await shop.call('markEnquiryDone', { token: anna.token, params: { id: 'x' } })).status).toBe(403);
  });
});

onEachEngine('Enquiries', (shop) => {
  it('are newest first, can be sorted, found and put away', async () => {
    const admin = await shop.admin();
    for (const [name, subject] of [
      ['Ben', ''],
      ['anna', 'Repair_1'],
      ['Cam', 'a bowl'],
    ]) {
      shop.passTime(1_000);
      await shop.call('sendEnquiry', { body: { ...words, name, subject } });
    }
    const names = async (query = {}) =>
      (await shop.call('listEnquiries', { token: admin.token, query })).body.enquiries.map((enquiry) => enquiry.name);
    expect(await names()).toEqual(['Cam', 'anna', 'Ben']);
    expect(await names({ sort: 'name' })).toEqual(['anna', 'Ben', 'Cam']);
    expect(await names({ sort: 'subject' })).toEqual(['Cam', 'anna', 'Ben']);
    expect(await names({ sort: 'subject', order: 'desc' })).toEqual(['Ben', 'anna', 'Cam']);
    expect(await names({ q: 'REPAIR_' })).toEqual(['anna']);
    expect(await names({ page: 2, pageSize: 2 })).toEqual(['Ben']);

    const { body } = await shop.call('listEnquiries', { token: admin.token, query: { q: 'cam' } });
    const id = body.enquiries[0]?.id ?? '';
    const done = await shop.call('markEnquiryDone', { token: admin.token, params: { id } });
    expect(done.body.enquiry.doneAt).not.toBeNull();
    shop.passTime(1_000);
    const again = await shop.call('markEnquiryDone', { token: admin.token, params: { id } });
    expect(again.body.enquiry.doneAt).toBe(done.body.enquiry.doneAt);
    expect((await shop.call('listEnquiries', { token: admin.token })).body).toMatchObject({ total: 3, unread: 2 });
    expect(await names({ sort: 'doneAt' })).toEqual(['Cam', 'anna', 'Ben']);
    expect(await names({ sort: 'doneAt', order: 'desc' }), 'the newest open one first').toEqual(['anna', 'Ben', 'Cam']);
    expect((await shop.call('markEnquiryDone', { token: admin.token, params: { id: 'none' } })).status).toBe(404);
  });
});

onEachEngine(
  'An enquiry, with mail set up',
  (shop) => {
    it('is mailed to the owner, whose answer goes to who wrote it', async () => {
      await shop.call('sendEnquiry', { body: { ...words, subject: 'Carp' } });
      const [mail] = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
      expect(mail).toMatchObject({
        recipient: 'owner@example.com',
        subject: 'Enquiry: Carp',
        reply_to: 'mai@example.com',
      });
      expect(mail?.text).toContain('mai@example.com');
    });
  },
  // Nobody listens there: what matters is what is put in the outbox.
  { SMTP_URL: 'smtp://127.0.0.1:9', ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'secret1' },
);
