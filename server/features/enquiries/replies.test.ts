import { expect, it } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const words = { name: 'Mai', email: 'mai@example.com', message: '<b>Cheap</b> pills at pills.example' };

onEachEngine(
  'The answer to an enquiry',
  (shop) => {
    const ask = async (token: string, body: object = {}) => {
      await shop.call('sendEnquiry', { body: { ...words, subject: 'Carp', ...body } });
      const { enquiries } = (await shop.call('listEnquiries', { token })).body;
      return enquiries[0]?.id ?? '';
    };
    const answer = (token: string, id: string, body: object) =>
      shop.call('replyToEnquiry', { token, params: { id }, body });
    const emails = () =>
      shop.shop.database.read
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'enquiry reply')
        .orderBy('created_at')
        .execute();

    it('goes to the sender of the enquiry alone, in one conversation, and is stored with its author', async () => {
      const tom = await shop.admin('Tom', 'staff');
      const moon = await shop.listing('Red River Moon');
      const id = await ask(tom.token, { listingIds: [moon.id] });
      const first = await answer(tom.token, id, { text: ' It is.\n<i>Tom</i> ', to: 'all@example.com' });
      expect(first).toMatchObject({ status: 201, body: { enquiry: { doneAt: null } } });
      shop.passTime(1_000);
      const second = await answer(tom.token, id, { text: 'Still there.', done: true });
      const { enquiry } = second.body;
      expect(enquiry.doneAt).not.toBeNull();
      expect(enquiry.replies).toMatchObject([
        { author: 'Tom', text: 'It is.\n<i>Tom</i>' },
        { author: 'Tom', text: 'Still there.' },
      ]);
      const { enquiries } = (await shop.call('listEnquiries', { token: tom.token })).body;
      expect(enquiries[0]).toEqual(enquiry);

      const [one, other] = await emails();
      expect(one).toMatchObject({ recipient: 'mai@example.com', subject: 'Re: Carp', thread: '', reply_to: null });
      expect(other).toMatchObject({ thread: one?.id });
      expect(one?.text).toContain('Dear Mai\n\nIt is.\n<i>Tom</i>\n\nPiece: Red River Moon\n');
      expect(one?.html).toContain('&lt;i&gt;Tom&lt;/i&gt;');
      for (const text of [one?.text, one?.html]) expect(text).not.toContain('pills');
    });

    it('has the address of the shop for replies, and does not repeat a subject with a web address', async () => {
      const linh = await shop.admin('Linh');
      await shop.call('updateShopSettings', { token: linh.token, body: { email: 'gallery@example.com' } });
      await answer(linh.token, await ask(linh.token, { subject: 'Win at pills.example' }), { text: 'No.' });
      expect(await emails()).toMatchObject([{ reply_to: 'gallery@example.com', subject: 'Re: Your message' }]);
    });

    it('is refused without text, for an unknown enquiry, to viewers, and more than twenty times an hour', async () => {
      const [tom, vera] = [await shop.admin('Tom', 'staff'), await shop.admin('Vera', 'viewer')];
      const id = await ask(tom.token);
      expect(await answer(vera.token, id, { text: 'Yes.' })).toMatchObject({ status: 403 });
      expect(await answer(tom.token, id, { text: ' \n' })).toMatchObject({ status: 400 });
      expect(await answer(tom.token, 'none', { text: 'Yes.' })).toMatchObject({ status: 404 });
      for (let time = 0; time < 20; time += 1) await answer(tom.token, id, { text: `${time}` });
      // Another enquiry from the same address.
      expect(await answer(tom.token, await ask(tom.token), { text: 'Yes.' })).toMatchObject({ status: 429 });
      expect(await emails()).toHaveLength(20);
      expect((await emails()).every(({ withheld_at }) => withheld_at === null)).toBe(true);
    });

    it('is kept when the enquiry is opened again, and deleted with it', async () => {
      const tom = await shop.admin('Tom', 'staff');
      const id = await ask(tom.token);
      await answer(tom.token, id, { text: 'Yes.', done: true });
      const reopened = await shop.call('reopenEnquiry', { token: tom.token, params: { id } });
      expect(reopened.body.enquiry).toMatchObject({ doneAt: null, replies: [{ text: 'Yes.' }] });
      expect((await shop.call('deleteEnquiry', { token: tom.token, params: { id } })).status).toBe(200);
      for (const name of ['deleteEnquiry', 'reopenEnquiry'] as const)
        expect((await shop.call(name, { token: tom.token, params: { id } })).status).toBe(404);
      expect(await shop.shop.database.read.selectFrom('enquiry_replies').selectAll().execute()).toEqual([]);
    });

    it('is in the records of the account that asked, without the name of its author, and is deleted with the account', async () => {
      const tom = await shop.admin('Tom', 'staff');
      const anna = await shop.customer('Anna');
      await shop.call('sendEnquiry', { token: anna.token, body: words });
      const [enquiry] = (await shop.call('listEnquiries', { token: tom.token })).body.enquiries;
      await answer(tom.token, enquiry?.id ?? '', { text: 'Yes.' });
      const records = JSON.stringify((await shop.call('downloadOwnRecords', { token: anna.token })).body);
      expect(records).toContain('"text":"Yes."');
      expect(records).not.toContain('Tom');
      const left = await shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword: 'secret1' } });
      expect(left).toMatchObject({ status: 200 });
      expect(await shop.shop.database.read.selectFrom('enquiry_replies').selectAll().execute()).toEqual([]);
    });
  },
  withMail,
);

onEachEngine(
  'The answer to an enquiry, where the owner has set ANSWERS_TO',
  (shop) => {
    it('has an address for replies that contains the id of the enquiry', async () => {
      const { token } = await shop.admin('Linh');
      await shop.call('sendEnquiry', { body: words });
      const [enquiry] = (await shop.call('listEnquiries', { token })).body.enquiries;
      const id = enquiry?.id ?? '';
      await shop.call('replyToEnquiry', { token, params: { id }, body: { text: 'Yes.' } });
      const replies = shop.shop.database.read.selectFrom('outbox').selectAll().where('kind', '=', 'enquiry reply');
      expect(await replies.execute()).toMatchObject([{ reply_to: `gallery+${id}@example.com` }]);
    });
  },
  { ...withMail, ANSWERS_TO: 'gallery+@example.com' },
);
