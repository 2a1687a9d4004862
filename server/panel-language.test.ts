import { expect, it } from 'vitest';
import type { Person } from './testing/people.ts';
import { onEachEngine, type TestShop } from './testing/shop.ts';

/** What the pages of a language send. */
const vi = { headers: { 'accept-language': 'vi' } };

/** An order that is collected, paid. */
async function buyForCollection(shop: TestShop, buyer: Person, ...names: string[]) {
  const pieces = await Promise.all(names.map((name) => shop.listing(name)));
  const { token } = buyer;
  const delivery = { firstName: 'Lan', lastName: 'Tran', email: buyer.email, phone: '0400 000 000' };
  const home = { address: '9 Davey St', city: 'Hobart', state: 'TAS', postcode: '7000' };
  const items = pieces.map(({ id, price }) => ({ listingId: id, price }));
  const body = { items, deliveryOption: 'pickup', delivery: { ...delivery, ...home } };
  const { orderId, orderDate } = (await shop.call('createCheckout', { token, body })).body;
  await shop.call('confirmPayment', { token, body: { orderDate, listingIds: pieces.map(({ id }) => id) } });
  return { id: orderId, items };
}

onEachEngine('Whoever reads the panel in Vietnamese', (shop) => {
  const opening = async () => {
    const mai = await shop.admin('Mai');
    const body = { pickup: true, pickupAddress: '8 Wharf Lane' };
    await shop.call('updateDeliverySettings', { token: mai.token, body });
    return mai;
  };

  it('reads there what needs them, and others read it in English', async () => {
    const { token } = await opening();
    const { id } = await buyForCollection(shop, await shop.customer('Lan'), 'Moon');
    const enquiry = { name: 'Anna', email: 'anna@example.com', message: 'Is it heavy?' };
    await shop.call('sendEnquiry', { body: enquiry });
    const needs = async (page: object = {}) => {
      const { body } = await shop.call('listNeeds', { token, ...page });
      return body.needs.map(({ kind, what, otherwise, action }) => ({ kind, what, otherwise, action }));
    };
    expect(await needs(vi)).toEqual([
      {
        kind: 'order',
        what: `${id} của Lan đang chờ đóng gói để nhận tại chỗ`,
        otherwise: '1 tác phẩm. Người mua đã thanh toán và chưa có lịch hẹn nhận hàng.',
        action: 'Đóng gói',
      },
      {
        kind: 'enquiry',
        what: '1 câu hỏi đang chờ trả lời',
        otherwise: 'Chưa ai trả lời người gửi.',
        action: 'Trả lời',
      },
    ]);
    expect(await needs()).toEqual([
      {
        kind: 'order',
        what: `${id} of Lan waits to be packed for collection`,
        otherwise: '1 piece. The buyer has paid and has no time to collect it yet.',
        action: 'Pack',
      },
      {
        kind: 'enquiry',
        what: '1 enquiry waits for an answer',
        otherwise: 'Nobody has answered the sender.',
        action: 'Answer',
      },
    ]);
  });
});
