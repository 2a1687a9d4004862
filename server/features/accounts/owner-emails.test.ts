import { expect, it } from 'vitest';
import { openPaidShop } from '#server/testing/open-paid-shop.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { type Person, password } from '#server/testing/people.ts';
import { onEachEngine, onEachEngineWith, type TestShop } from '#server/testing/shop.ts';

const setShownLanguages = (shop: TestShop, { token }: Person, shown: readonly string[]) =>
  shop.call('updateLanguageSettings', { token, body: { shown } });

/** Adds another owner, who signs in on the Vietnamese pages. */
async function vietnameseOwner(shop: TestShop): Promise<Person> {
  const thu = await shop.admin('Thu');
  const body = { mode: 'signin', email: thu.email, password };
  expect((await shop.call('authenticate', { body, headers: { 'accept-language': 'vi' } })).status).toBe(200);
  return thu;
}

/** The latest email of a kind to somebody. */
async function letterTo(shop: TestShop, { email }: Person, kind: string) {
  const letter = await shop.shop.database.read
    .selectFrom('outbox')
    .select(['subject', 'text', 'html'])
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!letter) throw new Error(`${email} has got no email of the kind ${kind}`);
  return letter;
}

/** The latest email of a kind to somebody, after checking that it is in Vietnamese, without English words. */
async function vietnameseLetterTo(shop: TestShop, person: Person, kind: string) {
  const letter = await letterTo(shop, person, kind);
  const words = letter.text.replaceAll(/https?:\S+/g, '');
  expect(words).not.toMatch(/\b(the|an|of|order|buyer|payment|piece|pieces|return|refund|open|see|please)\b/i);
  expect(letter.html).toContain('<html lang="vi">');
  return letter;
}

onEachEngine(
  'Owners of a shop that shows Vietnamese',
  (shop) => {
    async function owners() {
      const mai = await shop.admin('Mai');
      await setShownLanguages(shop, mai, ['vi']);
      return { mai, thu: await vietnameseOwner(shop) };
    }

    it('read about orders in the language of the pages where each of them signed in, with links to these', async () => {
      const { mai, thu } = await owners();
      const anna = await shop.customer('Anna');
      const { id } = await shop.buy(anna, await shop.listing('Moon'));
      const inEnglish = await letterTo(shop, mai, 'admin: order paid');
      expect(inEnglish.subject).toBe(`New order ${id}: $100.00`);
      expect(inEnglish.text).toContain(
        `A new order\n\nOrder ${id} is paid: one piece, $100.00 by credit card.\n\nMoon`,
      );
      expect(inEnglish.text).toContain(`Open the order:\nhttps://shop.test/admin/orders?order=${id}\n`);
      expect(inEnglish.html).toContain('<html lang="en">');
      const paid = await vietnameseLetterTo(shop, thu, 'admin: order paid');
      expect(paid.subject).toBe(`Đơn hàng mới ${id}: $100.00`);
      expect(paid.text).toContain(`Đơn hàng ${id} đã được thanh toán: một tác phẩm, $100.00 bằng thẻ tín dụng.`);
      expect(paid.text).toContain('Người mua: Anna\n');
      expect(paid.text).toContain(`Mở đơn hàng:\nhttps://shop.test/vi/admin/orders?order=${id}\n`);

      await shop.call('cancelOrder', { token: anna.token, params: { id } });
      expect((await letterTo(shop, mai, 'admin: order cancelled')).text).toContain(
        `The buyer cancelled order ${id}. $100.00 is refunded. Its pieces are available again.`,
      );
      expect((await vietnameseLetterTo(shop, thu, 'admin: order cancelled')).text).toContain(
        `Người mua đã huỷ đơn hàng ${id}. $100.00 được hoàn lại. Các tác phẩm trong đơn lại được bán.`,
      );
    });

    it('read in their language about enquiries and returns, with the customers’ own words unchanged', async () => {
      const { mai, thu } = await owners();
      const words = { name: 'Jo', email: 'jo@example.com', message: 'Is it framed?' };
      const place = { country: 'JP', state: '', postcode: '1000001' };
      await shop.call('sendEnquiry', { body: { ...words, place, asksFor: 'condition report' } });
      expect((await letterTo(shop, mai, 'admin: enquiry')).text).toContain(
        'A new enquiry\n\nIs it framed?\n\nFrom: Jo\nEmail: jo@example.com\nDelivery to: 1000001, Japan\nAsks for: the condition report\n\nOpen the enquiries:\nhttps://shop.test/admin/enquiries\n',
      );
      expect((await vietnameseLetterTo(shop, thu, 'admin: enquiry')).text).toContain(
        'Câu hỏi mới\n\nIs it framed?\n\nTừ: Jo\nEmail: jo@example.com\nGiao đến: 1000001, Nhật Bản\nYêu cầu: báo cáo tình trạng\n\nMở các câu hỏi:\nhttps://shop.test/vi/admin/enquiries\n',
      );

      const anna = await shop.customer('Anna');
      const moon = await shop.listing('Moon');
      const { id } = await shop.buy(anna, moon);
      const own = { token: anna.token, params: { id } };
      const asked = await shop.call('requestReturn', { ...own, body: { listingIds: [moon.id], reason: 'Too dark' } });
      expect((await letterTo(shop, mai, 'admin: return')).text).toContain(
        `The buyer wants to return a part of order ${id}.\n\nToo dark\n\nPlease approve or decline it.\n\nPiece: Moon\nBuyer: Anna`,
      );
      const request = await vietnameseLetterTo(shop, thu, 'admin: return');
      expect(request.subject).toBe(`Yêu cầu trả hàng: ${id}`);
      expect(request.text).toContain(`https://shop.test/vi/admin/orders/${id}\n`);
      shop.passTime(1);
      const returnId = asked.body.return.id;
      await shop.call('withdrawReturn', { token: anna.token, params: { id, returnId } });
      expect((await letterTo(shop, mai, 'admin: return')).subject).toBe(`Return withdrawn: ${id}`);
      expect((await vietnameseLetterTo(shop, thu, 'admin: return')).subject).toBe(`Rút lại yêu cầu trả hàng: ${id}`);
    });

    it('read in their language about roles and about new addresses of other admins', async () => {
      const { mai, thu } = await owners();
      const stan = await shop.customer('Stan');
      await shop.call('setRole', { token: mai.token, params: { id: stan.id }, body: { role: 'staff' } });
      const changed = await letterTo(shop, mai, 'admin: role changed');
      expect(changed.text).toContain('Stan (stan@example.com) now has the role staff. Mai (mai@example.com) made this');
      expect((await vietnameseLetterTo(shop, thu, 'admin: role changed')).text).toContain(
        'Stan (stan@example.com) giờ có vai trò nhân viên. Mai (mai@example.com) đã thực hiện thay đổi này.',
      );
      const change = { email: 'stan@new.example', currentPassword: password };
      await shop.call('updateProfile', { token: stan.token, body: change });
      const address = await vietnameseLetterTo(shop, thu, 'admin: email changed');
      expect(address.text).toContain('từ stan@example.com thành stan@new.example');
      expect(address.text).toContain('https://shop.test/vi/admin/staff\n');
    });

    it('read English after the shop has stopped showing Vietnamese', async () => {
      const { mai, thu } = await owners();
      await setShownLanguages(shop, mai, []);
      await shop.buy(await shop.customer('Anna'), await shop.listing('Moon'));
      const { text, html } = await letterTo(shop, thu, 'admin: order paid');
      expect(text).toContain('https://shop.test/admin/orders?order=');
      expect(html).toContain('<html lang="en">');
    });
  },
  withMail,
);

onEachEngineWith(
  'Owners of a shop that shows Vietnamese and has a card processor',
  (database) => openPaidShop({ ...database, environment: withMail }),
  (shop) => {
    const pay = async (name: string) => {
      const piece = await shop.listing(`Piece of ${name}`, { price: 50 });
      const { orderId, sessionId } = await shop.buyerAtStripe(name, piece);
      const { id: intentId } = shop.stripe.authorise(sessionId);
      await shop.quiet();
      return { orderId, intentId };
    };
    const owners = async () => {
      await setShownLanguages(shop, shop.owner, ['vi']);
      return { linh: shop.owner, thu: await vietnameseOwner(shop) };
    };

    it('read in their language about a payment that the bank of the buyer disputes', async () => {
      const { linh, thu } = await owners();
      const { orderId, intentId } = await pay('Anna');
      const dueBy = shop.shop.clock() + 86_400_000;
      shop.stripe.openDispute(intentId, { reason: 'product_not_received', dueBy });
      await shop.quiet();
      const sentence = `The payment of $50.00 for order ${orderId}: The buyer's bank disputes it (product_not_received, `;
      expect((await letterTo(shop, linh, 'admin: payment')).text).toContain(sentence);
      const disputed = await vietnameseLetterTo(shop, thu, 'admin: payment');
      expect(disputed.subject).toBe(`Thanh toán $50.00 cho đơn hàng ${orderId}`);
      expect(disputed.text).toMatch(
        /đang tranh chấp khoản này \(product_not_received, .*Dashboard của Stripe đến .*20/,
      );
    });

    it('read in their language about a refund that failed, which the panel reports in English', async () => {
      const { linh, thu } = await owners();
      const { orderId, intentId } = await pay('Anna');
      const params = { id: orderId };
      await shop.call('refundOrder', { token: linh.token, params, body: { amount: 20, reason: 'A scratch' } });
      await shop.quiet();
      shop.stripe.failRefund(shop.stripe.refundsOf(intentId)[0]?.id ?? '');
      await shop.quiet();
      const problem = 'The refund of $20.00 failed: pay it by bank';
      expect((await letterTo(shop, linh, 'admin: payment')).text).toContain(`It needs your attention. ${problem}.\n`);
      expect((await vietnameseLetterTo(shop, thu, 'admin: payment')).text).toContain(
        'Khoản này cần bạn xem xét. Không hoàn được $20.00: hãy trả bằng chuyển khoản.\n',
      );
      const { needs } = (await shop.call('listNeeds', { token: linh.token })).body;
      expect(needs.map(({ otherwise }) => otherwise).join()).toContain(problem);
    });

    it('read in their language about payments that differ from the books of the processor', async () => {
      const { linh, thu } = await owners();
      const { orderId, intentId } = await pay('Anna');
      shop.stripe.forgetIntent(intentId);
      await shop.call('beginComparison', { token: linh.token });
      await shop.reconciled();
      const inEnglish = await letterTo(shop, linh, 'admin: differences');
      const vietnamese = await vietnameseLetterTo(shop, thu, 'admin: differences');
      expect(inEnglish.subject).toBe('One payment differs from the books of the card processor');
      expect(inEnglish.text).toContain(
        `One payment differs between the shop and the card processor. The shop has changed nothing by itself.\n\nOrder ${orderId}: The shop has recorded $50.00. At the processor nothing was taken.\n`,
      );
      expect(vietnamese.text).toContain(
        `Đơn hàng ${orderId}: Shop đã ghi nhận $50.00. Đơn vị xử lý thẻ không thu khoản nào.\n`,
      );
      expect(vietnamese.text).toContain('Xem những gì cần bạn:\nhttps://shop.test/vi/admin\n');
    });
  },
);
