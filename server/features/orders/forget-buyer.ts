import { homeCountry } from '#contract/country-names.ts';
import type { Buyer, ShownDelivery } from '#contract/orders.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { lockUnpaidOrders } from './forget-buyer.queries.ts';
import { nameOf, searchTextOf } from './order-records.ts';
import { selectItems, updateOrderRow } from './orders.queries.ts';
import { endPendingCheckouts } from './pending-orders.ts';
import { endReservedOrders } from './reserved-orders.ts';

const noBuyer: Buyer = {
  id: '',
  name: '',
  email: '',
  phone: '',
  deliveryaddress: '',
  deliverycity: '',
  deliverystate: '',
  deliverypostcode: '',
};

const noDelivery: ShownDelivery = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  postcode: '',
  country: homeCountry,
};

/**
 * Call when the account of a buyer is deleted. Deletes their unpaid checkouts, and removes name, email, phone and address from
 * their pending and cancelled orders. Paid orders stay whole: they are delivered, and their invoices have to be kept.
 */
export async function forgetBuyer(tx: Writer, shop: Shop, userId: string): Promise<void> {
  await endPendingCheckouts(tx, shop, { userId });
  await endReservedOrders(tx, shop, { userId, what: say('Order cancelled') });
  for (const row of await lockUnpaidOrders(tx, userId)) {
    const names = (await selectItems(tx, [row.id])).map(nameOf);
    const buyer = { ...noBuyer, id: userId };
    await updateOrderRow(tx, row.id, {
      buyer: JSON.stringify(buyer),
      delivery: JSON.stringify(noDelivery),
      search_text: searchTextOf({ id: row.id, user_id: userId, buyer, delivery: noDelivery }, names),
    });
  }
}
