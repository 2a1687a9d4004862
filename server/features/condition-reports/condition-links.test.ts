import { expect, it } from 'vitest';
import { conditionRequest } from '#contract/condition-words.ts';
import { createPageServices } from '#server/page-services.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import { complete, reportsOf } from '#server/testing/condition-reports.ts';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { pageTexts } from '#server/testing/read-pdf.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

const day = 24 * 60 * 60_000;

onEachEngine('A condition report for visitors and buyers', (shop) => {
  const { issued, withdraw, begin } = reportsOf(shop);
  const month = async (id: string) => {
    const services = createPageServices(shop.shop);
    const listing = await services.listing(id);
    return listing && (await services.around(listing)).conditionMonth;
  };
  const open = (token: string) => shop.call('openConditionLink', { body: { token } });
  const download = (token: string, headers = {}) => shop.call('downloadConditionByLink', { body: { token }, headers });
  const send = (token: string, id: string, email = 'lan@example.com') =>
    shop.call('sendConditionReport', { token, params: { id }, body: { name: 'Lan Tran', email } });

  it('can be asked for only while the piece has an issued one', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    expect(await month(moon.id)).toBeNull();
    await begin(token, moon.id, complete);
    expect(await month(moon.id)).toBeNull();
    const first = await issued(token, moon.id);
    const second = await issued(token, moon.id, { examinedOn: '2026-02-03' });
    expect(await month(moon.id)).toBe('2026-02');
    await withdraw(token, second.id, 'A mistake');
    expect(await month(moon.id)).toBe('2026-01');
    await withdraw(token, first.id, 'A mistake');
    expect(await month(moon.id)).toBeNull();
  });

  it('is sent to the person who asked for it, by one call that also answers the enquiry', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const moon = await shop.listing('Moon');
    const asked = { name: 'Lan Tran', email: 'lan@example.com', message: conditionRequest, listingId: moon.id };
    await shop.call('sendEnquiry', { body: { ...asked, asksFor: 'condition report' } });
    const [enquiry] = (await shop.call('listEnquiries', { token, query: {} })).body.enquiries;
    expect(enquiry).toMatchObject({ asksFor: 'condition report', doneAt: null });
    const answer = () => shop.call('answerWithConditionReport', { token, params: { id: enquiry?.id ?? '' } });
    expect((await answer()).status).toBe(409);
    await issued(token, moon.id);
    const answered = await answer();
    expect(answered).toMatchObject({ status: 201, body: { enquiry: { doneAt: expect.any(String) } } });
    expect(answered.body.enquiry.replies[0]?.text).toContain('The condition report of Moon of 5 January 2026 was sent');
    const email = await lastEmail(shop);
    expect(email).toMatch(/To: lan@example\.com\n[\s\S]*Subject: Condition report: Moon/);
    const opened = await open(await tokenSent(shop));
    expect(opened.body.report).toMatchObject({ name: 'Moon', examinedOn: '2026-01-05' });
    expect(opened.headers['cache-control']).toContain('no-store');
    expect((await shop.call('answerWithConditionReport', { token, params: { id: 'nothing' } })).status).toBe(404);
  });

  it('opens by its link for 30 days, until the link is taken back or the report withdrawn', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const { id } = await issued(token, moon.id);
    const sent = await send(token, id);
    expect(sent.body.report.links).toMatchObject([{ name: 'Lan Tran', email: 'lan@example.com', isOpen: true }]);
    const first = await tokenSent(shop);
    expect(await stored(shop)).not.toContain(first);
    const file = await download(first);
    expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(pageTexts(file.raw).join()).toContain('Condition report');
    const inVietnamese = await download(first, { 'accept-language': 'vi' });
    expect(pageTexts(inVietnamese.raw).join()).toContain('Báo cáo tình trạng');
    expect((await open('x'.repeat(32))).status).toBe(404);
    expect((await download('x'.repeat(32))).status).toBe(404);

    const linkId = sent.body.report.links[0]?.id ?? '';
    const end = (reportId: string) => shop.call('endConditionLink', { token, params: { id: reportId, linkId } });
    const other = await issued(token, (await shop.listing('Carp')).id);
    expect((await end(other.id)).status).toBe(404);
    expect((await end(id)).body.report.links).toMatchObject([{ isOpen: false }]);
    expect([(await open(first)).body.report, (await download(first)).status]).toEqual([null, 409]);

    await send(token, id);
    const second = await tokenSent(shop);
    shop.passTime(30 * day - 60_000);
    expect((await download(second)).status).toBe(200);
    shop.passTime(60_000);
    expect([(await open(second)).body.report, (await download(second)).status]).toEqual([null, 409]);

    // Linh's session has ended meanwhile.
    const { token: later } = await shop.admin('Ada');
    await send(later, id);
    const third = await tokenSent(shop);
    await withdraw(later, id, 'A mistake');
    expect([(await open(third)).body.report, (await download(third)).status]).toEqual([null, 409]);
    expect((await send(later, id)).status).toBe(409);
  });

  it('opens by its link also when its piece was deleted', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    await send(token, (await issued(token, moon.id)).id);
    await shop.call('deleteProduct', { token, params: { id: moon.id }, query: { endHold: 'false' } });
    expect((await open(await tokenSent(shop))).body.report).toMatchObject({ name: 'Moon' });
  });

  it('is in the order of the buyer of its piece if it is the newest one, and opens for nobody else', async () => {
    const { token } = await shop.admin('Linh');
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const older = await issued(token, moon.id);
    const order = await shop.buy(anna, moon);
    const others = await shop.buy(ben, carp);
    const newest = await issued(token, moon.id, { examinedOn: '2026-02-03' });
    const details = async () =>
      (await shop.call('getOrder', { token: anna.token, params: { id: order.id } })).body.order;
    expect((await details()).conditionReports).toEqual([
      { id: newest.id, listingId: moon.id, examinedOn: '2026-02-03' },
    ]);
    const own = (person: { token: string }, orderId: string, reportId: string) =>
      shop.call('downloadOwnConditionReport', { token: person.token, params: { id: orderId, reportId } });
    expect((await own(anna, order.id, newest.id)).raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await own(anna, order.id, older.id)).status).toBe(404);
    expect((await own(ben, order.id, newest.id)).status).toBe(404);
    expect((await own(ben, others.id, newest.id)).status).toBe(404);
    await withdraw(token, newest.id, 'A mistake');
    expect((await details()).conditionReports).toMatchObject([{ id: older.id }]);
    await shop.call('cancelOrder', { token: anna.token, params: { id: order.id }, body: {} });
    expect(await details()).not.toHaveProperty('conditionReports');
    expect((await own(anna, order.id, older.id)).status).toBe(404);
  });

  it('is in the records of the account that asked for it, and forgets the recipient when the account is deleted', async () => {
    const { token } = await shop.admin('Linh');
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const { id } = await issued(token, moon.id);
    const asked = {
      name: 'Anna Weber',
      email: 'anna.at.work@example.com',
      message: conditionRequest,
      listingId: moon.id,
    };
    await shop.call('sendEnquiry', { token: anna.token, body: { ...asked, asksFor: 'condition report' } });
    const [enquiry] = (await shop.call('listEnquiries', { token, query: {} })).body.enquiries;
    await shop.call('answerWithConditionReport', { token, params: { id: enquiry?.id ?? '' } });
    await send(token, id, 'somebody.else@example.com');
    const records = JSON.parse((await shop.call('downloadOwnRecords', { token: anna.token })).raw.toString());
    expect(records).toMatchObject({
      conditionReports: [{ email: 'anna.at.work@example.com', listingId: moon.id }],
      enquiries: [{ asksFor: 'condition report' }],
    });
    await shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword: 'secret1' } });
    const { links } = (await shop.call('getConditionReport', { token, params: { id } })).body.report;
    expect(links.map(({ name, email }) => [name, email]).toSorted()).toEqual([
      ['', ''],
      ['Lan Tran', 'somebody.else@example.com'],
    ]);
    expect(await stored(shop)).not.toContain('anna.at.work');
  });
});

onEachEngine(
  'Condition reports with RATE_LIMITS=on',
  (shop) => {
    it('are sent at most 20 times in an hour to one address', async () => {
      const { token } = await shop.admin('Linh');
      const { id } = await reportsOf(shop).issued(token, (await shop.listing('Moon')).id);
      const send = (email: string) => shop.call('sendConditionReport', { token, params: { id }, body: { email } });
      for (let count = 0; count < 20; count += 1) expect((await send('lan@example.com')).status).toBe(201);
      expect((await send('LAN@example.com')).status).toBe(429);
      expect((await send('ben@example.com')).status).toBe(201);
    });

    it('are downloaded by links at most 30 times in 10 minutes from one network', async () => {
      const { token } = await shop.admin('Linh');
      const { id } = await reportsOf(shop).issued(token, (await shop.listing('Moon')).id);
      await shop.call('sendConditionReport', { token, params: { id }, body: { email: 'lan@example.com' } });
      // These rows count as 29 downloads.
      const subject = hashOfToken('condition reports address:127.0.0.1');
      const made = Array.from({ length: 29 }, (_, count) => ({ id: `${subject}#${count + 1}`, subject }));
      await shop.shop.database.write((tx) =>
        tx
          .insertInto('sign_in_failures')
          .values(made.map((attempt) => ({ ...attempt, at: shop.shop.clock() })))
          .execute(),
      );
      const body = { token: await tokenSent(shop) };
      const download = async () => (await shop.call('downloadConditionByLink', { body })).status;
      expect([await download(), await download()]).toEqual([200, 429]);
    });
  },
  { RATE_LIMITS: 'on' },
);

/** Everything that is stored about links and in the audit. */
const stored = async ({ shop: { database } }: TestShop) =>
  JSON.stringify([
    await database.read.selectFrom('condition_links').selectAll().execute(),
    await database.read.selectFrom('audit_entries').selectAll().execute(),
  ]);

const tokenSent = async (shop: TestShop) => /condition#([\w-]{32})/.exec(await lastEmail(shop))?.[1] ?? '';

const lastEmail = async (shop: TestShop) => (await readMailFolder(shop)).at(-1) ?? '';
