import { expect, it } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { onSqlite, type TestShop } from '#server/testing/shop.ts';

/** The header by which pages in a language tell it to the server. */
const pagesIn = (language: 'en' | 'vi') => ({ 'accept-language': language });
const password = 'a long password of Lan';

const show = (shop: TestShop, token: string, shown: readonly string[]) =>
  shop.call('updateLanguageSettings', { token, body: { shown } });

async function register(shop: TestShop, headers: Record<string, string>, name = 'Lan') {
  const email = `${name.toLowerCase()}@example.com`;
  const { body } = await shop.call('authenticate', { body: { mode: 'register', name, email, password }, headers });
  return { id: body.user.id, name, email, token: body.token };
}

async function signIn(shop: TestShop, email: string, headers: Record<string, string> = {}) {
  const { status } = await shop.call('authenticate', { body: { mode: 'signin', email, password }, headers });
  expect(status).toBe(200);
}

const lettersTo = (shop: TestShop, recipient: string) =>
  shop.shop.database.read
    .selectFrom('outbox')
    .select(['kind', 'subject', 'text', 'html', 'unsubscribe_url'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute();

async function letterTo(shop: TestShop, recipient: string, kind: string) {
  const letter = (await lettersTo(shop, recipient)).findLast((one) => one.kind === kind);
  if (!letter) throw new Error(`${recipient} has got no email of the kind ${kind}`);
  return letter;
}

onSqlite(
  'Emails of a shop that shows Vietnamese',
  (shop) => {
    it('are in Vietnamese for a customer who reads the Vietnamese pages, and in the language of each owner for the owners', async () => {
      const mai = await shop.admin('Mai');
      await show(shop, mai.token, ['vi']);
      const lan = await register(shop, pagesIn('vi'));
      const confirmation = await letterTo(shop, lan.email, 'email confirmation');
      expect(confirmation.subject).toBe('Xác nhận địa chỉ email của bạn');
      expect(confirmation.html).toContain('<html lang="vi">');
      expect(confirmation.text).toMatch(/Xác nhận địa chỉ của tôi:\nhttps:\/\/shop\.test\/vi\/confirm-email#[\w-]+\n/);

      const order = await shop.buy(lan, await shop.listing('Carp Tray'));
      const paid = await letterTo(shop, lan.email, 'order paid');
      expect(paid.subject).toBe(`Đơn hàng của bạn: ${order.id}`);
      for (const words of ['Kính gửi Lan,', 'Cảm ơn bạn đã mua hàng!', 'Carp Tray: $100.00', 'Tổng cộng: $100.00'])
        expect(paid.text).toContain(words);
      expect(paid.text).toContain('https://shop.test/vi/account\n');
      expect(paid.text).not.toMatch(/Dear|Thank you|shop\.test\/account/);
      expect((await letterTo(shop, mai.email, 'admin: order paid')).text).toContain('is paid: one piece');
      await shop.call('setRole', { token: mai.token, params: { id: lan.id }, body: { role: 'owner' } });
      const next = await shop.buy(await shop.customer('Anna'), await shop.listing('Lotus Bowl'));
      expect((await letterTo(shop, mai.email, 'admin: order paid')).subject).toBe(`New order ${next.id}: $100.00`);
      expect((await letterTo(shop, lan.email, 'admin: order paid')).subject).toBe(`Đơn hàng mới ${next.id}: $100.00`);
    });

    it('say in Vietnamese what a customer changed in an order, and how it is refunded', async () => {
      const mai = await shop.admin('Mai');
      await show(shop, mai.token, ['vi']);
      const lan = await register(shop, pagesIn('vi'));
      const [tray, bowl] = [await shop.listing('Carp Tray'), await shop.listing('Lotus Bowl')];
      const { id } = await shop.buy(lan, tray, bowl);
      const items = [{ listingId: tray.id, price: tray.price }];
      const changed = await shop.call('updateOrder', { token: lan.token, params: { id }, body: { items } });
      expect(changed.body.order.history.at(-1)?.what).toBe('Order modified: removed Lotus Bowl; $100.00 refunded');
      expect((await letterTo(shop, lan.email, 'order modified')).text).toContain(
        'Đơn hàng đã thay đổi: bỏ Lotus Bowl; hoàn tiền $100.00.',
      );
      await shop.call('cancelOrder', { token: lan.token, params: { id } });
      expect((await letterTo(shop, lan.email, 'order cancelled')).text).toContain(
        `Đơn hàng ${id} của bạn đã bị huỷ. $100.00 được hoàn vào thẻ tín dụng bạn đã dùng để thanh toán.`,
      );
    });

    it('say in Vietnamese where and when an order can be collected, and what its status is', async () => {
      const { token } = await shop.admin('Mai');
      await show(shop, token, ['vi']);
      await shop.call('updateDeliverySettings', { token, body: { pickup: true, pickupAddress: '8 Wharf Lane' } });
      const lan = await register(shop, pagesIn('vi'));
      const { id } = await shop.buyForPickup(lan, await shop.listing('Moon'));
      const paid = await letterTo(shop, lan.email, 'order paid');
      expect(paid.text).toContain('Bạn đến nhận hàng. Nhận tại chỗ, 8 Wharf Lane.');
      expect(paid.text).toContain('Giao hàng: Nhận tại chỗ, 8 Wharf Lane: $0.00');

      const day = { day: '2099-11-23', from: '10:00', to: '12:00' };
      await shop.call('setAppointment', { token, params: { id }, body: day });
      expect((await letterTo(shop, lan.email, 'order appointment')).text).toContain(
        `Bạn có thể đến nhận đơn hàng ${id} vào Thứ Hai, 23 tháng 11, 2099, từ 10:00 đến 12:00.`,
      );
      await shop.call('setOrderStatus', { token, params: { id }, body: { status: 'processing' } });
      const changed = await letterTo(shop, lan.email, 'order status');
      expect(changed.subject).toBe(`Đơn hàng của bạn hiện đang xử lý: ${id}`);
      expect(changed.text).toContain(`Đơn hàng ${id} của bạn hiện đang xử lý.`);
    });

    it('are in English again after the customer signs in on the English pages, but not after a program signs in', async () => {
      await show(shop, (await shop.admin('Mai')).token, ['vi']);
      const lan = await register(shop, pagesIn('vi'));
      const ask = async () => {
        await shop.call('forgotPassword', { body: { email: lan.email } });
        shop.passTime(1);
        return (await letterTo(shop, lan.email, 'password reset')).text;
      };
      await signIn(shop, lan.email);
      expect(await ask()).toContain('https://shop.test/vi/reset-password#');
      await signIn(shop, lan.email, pagesIn('en'));
      expect(await ask()).toContain('Choose a new password:\nhttps://shop.test/reset-password#');
      await signIn(shop, lan.email, pagesIn('vi'));
      expect(await ask()).toContain('Chọn mật khẩu mới:\nhttps://shop.test/vi/reset-password#');
    });

    it('are in English once the shop no longer shows Vietnamese', async () => {
      const mai = await shop.admin('Mai');
      await show(shop, mai.token, ['vi']);
      const lan = await register(shop, pagesIn('vi'));
      await show(shop, mai.token, []);
      await shop.buy(lan, await shop.listing('Carp Tray'));
      const paid = await letterTo(shop, lan.email, 'order paid');
      expect(paid.text).toContain('Dear Lan,');
      expect(paid.text).toContain('https://shop.test/account\n');
      expect(paid.html).toContain('<html lang="en">');
    });

    it('about an alert are in the language of the page on which a guest asked for it', async () => {
      const mai = await shop.admin('Mai');
      await show(shop, mai.token, ['vi']);
      await shop.call('updateAlertSettings', { token: mai.token, body: { alerts: true } });
      const moon = await shop.listing('Moon');
      const order = await shop.buy(await shop.customer('Anna'), moon);
      const body = { listingId: moon.id, email: 'lan@example.com' };
      await shop.call('addAlert', { body, headers: pagesIn('vi') });
      const asked = await letterTo(shop, 'lan@example.com', 'alert confirmation');
      expect(asked.text).toContain('nếu Moon trở lại');
      const link = /https:\/\/shop\.test(\/vi\/alerts\/confirm\?token=[\w-]+)/.exec(asked.text)?.[1] ?? '';
      expect((await shop.request('POST', link)).headers.location).toBe('/vi/alerts/confirmed');

      await shop.call('setOrderStatus', { token: mai.token, params: { id: order.id }, body: { status: 'cancelled' } });
      shop.passTime(60_000);
      shop.shop.alerts.wake();
      await shop.shop.alerts.settled();
      const free = await letterTo(shop, 'lan@example.com', 'piece free again');
      expect(free).toMatchObject({ subject: 'Moon lại được bán' });
      expect(free.text).toContain(`https://shop.test/vi/product/${moon.id}`);
      expect(free.unsubscribe_url).toContain('https://shop.test/vi/alerts/stop?token=');
    });

    it('that answer an enquiry are in the language of the page on which it was written', async () => {
      const mai = await shop.admin('Mai');
      await show(shop, mai.token, ['vi']);
      const words = { name: 'Lan', email: 'lan@example.com', message: 'Tác phẩm còn không?' };
      await shop.call('sendEnquiry', { body: words, headers: pagesIn('vi') });
      const { enquiries } = (await shop.call('listEnquiries', { token: mai.token })).body;
      const params = { id: enquiries[0]?.id ?? '' };
      await shop.call('replyToEnquiry', { token: mai.token, params, body: { text: 'Còn ạ.' } });
      const answer = await letterTo(shop, words.email, 'enquiry reply');
      expect(answer.text).toMatch(/^Trả lời của chúng tôi\n\nKính gửi Lan\n\nCòn ạ\./);
      expect(answer.subject).toBe('Re: Tin nhắn của bạn');
    });
  },
  withMail,
);

onSqlite(
  'Emails of a shop that shows English only',
  (shop) => {
    it('are in English, whatever language a request names', async () => {
      const lan = await register(shop, pagesIn('vi'));
      expect((await letterTo(shop, lan.email, 'email confirmation')).text).toContain(
        'Confirm my address:\nhttps://shop.test/confirm-email#',
      );
      await shop.buy(lan, await shop.listing('Carp Tray'));
      const paid = await letterTo(shop, lan.email, 'order paid');
      expect(paid.text).toContain('Dear Lan,');
      expect(paid.html).toContain('<html lang="en">');
    });
  },
  withMail,
);
