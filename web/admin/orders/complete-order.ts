import { homeCountry } from '#contract/country-names.ts';
import type { Order, OrderDetails, OrderItem } from '#contract/orders.ts';

type Lacking<Whole, Part extends keyof Whole> = Omit<Whole, Part> & Partial<Pick<Whole, Part>>;
type OrderPart = 'buyer' | 'delivery' | 'items' | 'totalPrice';

/** Fills in missing parts of an order with empty values, so that the rest can be shown. */
export function completeOrder(order: Lacking<Order, OrderPart>): Order {
  return {
    ...order,
    totalPrice: order.totalPrice ?? 0,
    buyer: { ...noBuyer, ...order.buyer },
    delivery: { ...noDelivery, ...order.delivery },
    items: (order.items ?? []).map(completeItem),
  };
}

export function completeOrderDetails(
  order: Lacking<OrderDetails, OrderPart | 'payments' | 'history' | 'shipments'>,
): OrderDetails {
  return {
    ...completeOrder(order),
    payments: order.payments ?? [],
    history: order.history ?? [],
    shipments: order.shipments ?? [],
  };
}

function completeItem(item: Partial<OrderItem>): OrderItem {
  return { listingId: '', price: 0, ...item, listing: { ...noListing, ...item.listing } };
}

const noBuyer = {
  id: '',
  name: '',
  email: '',
  phone: '',
  deliveryaddress: '',
  deliverycity: '',
  deliverystate: '',
  deliverypostcode: '',
};
const noDelivery = {
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
const noListing = { id: '', name: '', images: [], imageSet: [], artist: '', year: null, spec: '' };
