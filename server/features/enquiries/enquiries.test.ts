import { expect, it } from 'vitest';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const newEnquiry = { name: 'Mai', email: 'mai@example.com', message: 'Is it\nstill there?' };

onEachEngine('The contact form', (shop) => {
  const send = (body: object) => shop.call('sendEnquiry', { body });
  const list = async (query = {}) =>
    (await shop.call('listEnquiries', { token: (await shop.admin(`Admin ${Math.random()}`)).token, query })).body;

  it('stores a message with its listing', async () => {
    const listing = await shop.listing('Crimson Carp Tray');
    const { status, body } = await send({ ...newEnquiry, subject: ' Carp ', listingId: listing.id });
    expect([status, body.message]).toEqual([201, 'Thank you. Your message has been sent.']);
    const { enquiries, total, unread } = await list();
    expect([total, unread]).toEqual([1, 1]);
    expect(enquiries[0]).toMatchObject({
      ...newEnquiry,
      subject: 'Carp',
      listingId: listing.id,
      listingName: 'Crimson Carp Tray',
      doneAt: null,
    });
  });

  it('stores a message about an unknown listing without the listing', async () => {
    expect((await send({ ...newEnquiry, listingId: 'no-such-tray' })).status).toBe(201);
    expect((await list()).enquiries[0]).toMatchObject({ listingId: null, listingName: null, subject: '' });
  });

  it('stores a question about the delivery of a cart with its pieces and the place, which the owners read in their email', async () => {
    const { token } = await shop.admin('Linh');
    const [moon, carp] = [await shop.listing('Red River Moon'), await shop.listing('Crimson Carp')];
    const place = { country: 'JP', state: '', postcode: '113-0031' };
    const listingIds = [moon.id, 'no-such-piece', carp.id, moon.id];
    expect((await send({ ...newEnquiry, listingIds, place })).status).toBe(201);
    const { enquiries } = (await shop.call('listEnquiries', { token })).body;
    const pieces = [moon, carp].map(({ id, name }) => ({ id, name }));
    expect(enquiries[0]).toMatchObject({ pieces, place, listingId: moon.id, listingName: 'Red River Moon' });
    const emails = await readMailFolder(shop);
    expect(emails.find((text) => text.includes('Enquiry'))).toContain(
      'Piece: Red River Moon\nPiece: Crimson Carp\nDelivery to: 113-0031, Japan\n',
    );
    const tooMany = Array.from({ length: 51 }, () => moon.id);
    expect((await send({ ...newEnquiry, listingIds: tooMany })).status).toBe(400);
    expect((await send({ ...newEnquiry, place: { country: 'Atlantis' } })).status).toBe(400);
  });

  it('refuses a missing, invalid or too long field', async () => {
    const message = async (body: object) => {
      const answer = await send({ ...newEnquiry, ...body });
      return [answer.status, answer.body.message];
    };
    expect(await message({ name: ' ' })).toEqual([400, 'Please enter your name']);
    expect(await message({ email: '' })).toEqual([400, 'Please enter your email address']);
    expect(await message({ email: 'mai' })).toEqual([400, 'Please enter a valid email address']);
    expect(await message({ message: ' \n ' })).toEqual([400, 'Please enter a message']);
    expect((await message({ message: 'x'.repeat(5_001) }))[0]).toBe(400);
  });

  it('accepts twenty messages in ten minutes from one address, also concurrent ones', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(newEnquiry)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
    const refused = answers.find((answer) => answer.status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(500);
    shop.passTime(10 * 60_000);
    expect((await send(newEnquiry)).status).toBe(201);
  });

  it('sends messages that only admins can read and mark as done', async () => {
    const anna = await shop.customer('Anna');
    expect((await shop.call('listEnquiries')).status).toBe(401);
    expect((await shop.call('listEnquiries', { token: anna.token })).status).toBe(403);
    expect((await shop.call('markEnquiryDone', { token: anna.token, params: { id: 'x' } })).status).toBe(403);
  });
});

onEachEngine('Enquiries', (shop) => {
  it('are newest first, and can be sorted, searched and marked as done', async () => {
    const admin = await shop.admin();
    for (const [name, subject] of [
      ['Ben', ''],
      ['anna', 'Repair_1'],
      ['Cam', 'a bowl'],
    ]) {
      shop.passTime(1_000);
      await shop.call('sendEnquiry', { body: { ...newEnquiry, name, subject } });
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
    expect(await names({ sort: 'doneAt', order: 'desc' }), 'the newest open enquiry first').toEqual([
      'anna',
      'Ben',
      'Cam',
    ]);
    expect((await shop.call('markEnquiryDone', { token: admin.token, params: { id: 'none' } })).status).toBe(404);
  });
});

onEachEngine(
  'An enquiry with SMTP',
  (shop) => {
    it('is sent to every owner, with the visitor as Reply-To', async () => {
      await shop.customer('Anna');
      const owners = [await shop.admin('Linh'), await shop.admin('Bao')].map(({ email }) => email);
      await shop.call('sendEnquiry', { body: { ...newEnquiry, subject: 'Carp' } });
      const outbox = shop.shop.database.read.selectFrom('outbox').selectAll().where('kind', '=', 'admin: enquiry');
      const emails = await outbox.orderBy('recipient').execute();
      expect(emails.map(({ recipient }) => recipient)).toEqual(owners.sort());
      for (const email of emails) {
        expect(email).toMatchObject({ subject: 'Enquiry: Carp', reply_to: 'mai@example.com' });
        for (const part of ['mai@example.com', 'https://shop.test/admin/enquiries']) expect(email.text).toContain(part);
      }
    });
  },
  withMail,
);

onEachEngine('An enquiry without SMTP', (shop) => {
  it('is written as a file to the data directory', async () => {
    await shop.admin('Linh');
    await shop.call('sendEnquiry', { body: newEnquiry });
    const emails = await readMailFolder(shop);
    const email = emails.find((text) => text.includes('Subject: Enquiry'));
    expect(email).toMatch(/^To: linh@example\.com$/m);
    expect(email).toMatch(/^Reply-To: mai@example\.com$/m);
  });
});
