import type { Appointment } from '#contract/appointments.ts';
import { homeCountry } from '#contract/country-names.ts';
import { asCents, toCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { TransferStep } from '#contract/payments.ts';
import type { EmailKind, EmailParts } from '#server/features/mail/mail.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { adminEmailOf } from './admin-email.ts';
import { changeInWords } from './change-in-words.ts';
import { buyerEmailOf } from './order-emails.ts';
import { transferEmailOf } from './transfer-emails.ts';

/** Id of the example shipment. */
const id = 'example';
const day = 24 * 60 * 60_000;

/** One email of each kind about orders, with made-up data. */
export function exampleOrderEmails(shop: Shop) {
  const order = exampleOrder(shop);
  const step = exampleTransfer(shop);
  const total_cents = toCents(order.totalPrice + 1250);
  const wasPaid = { before: { status: 'paid', total_cents }, by: 'buyer' } as const;
  const paid = { before: { status: 'pending', total_cents }, kind: 'paid', by: 'buyer' } as const;
  const removed = { added: [], removed: ['Lotus Pond'], difference: toCents(-1250) };
  const what = (say: Say) => changeInWords(say, shop.settings.currency, removed);
  const cancelled = { ...wasPaid, kind: 'cancelled', areForSale: true } as const;
  const toOwners = {
    paid: adminEmailOf(shop, order, { ...paid, isByHand: false })?.('en'),
    cancelled: adminEmailOf(shop, order, { ...cancelled, isByHand: false })?.('en'),
    changed: adminEmailOf(
      shop,
      { ...order, paymentMethod: 'transfer' },
      { ...wasPaid, kind: 'modified', what, isByHand: true },
    )?.('en'),
  };
  if (!toOwners.paid || !toOwners.cancelled || !toOwners.changed)
    throw new Error('adminEmailOf returned no email for an example');
  return {
    'order paid': buyerEmailOf(shop, 'en', order, paid),
    'order modified': buyerEmailOf(shop, 'en', order, { ...wasPaid, kind: 'modified', what }),
    'order cancelled': buyerEmailOf(shop, 'en', { ...order, status: 'cancelled' }, cancelled),
    'order shipped': buyerEmailOf(shop, 'en', order, {
      ...wasPaid,
      kind: 'shipped',
      by: 'shop',
      shipment: { id, note: '' },
    }),
    'order appointment': buyerEmailOf(shop, 'en', order, {
      ...wasPaid,
      kind: 'appointment',
      by: 'shop',
      appointment: { before: null, after: exampleAppointment(shop), place: '8 Wharf Lane, Balmain' },
    }),
    'order status': buyerEmailOf(
      shop,
      'en',
      { ...order, status: 'delivered' },
      { ...wasPaid, kind: 'status', by: 'shop' },
    ),
    'transfer begun': transferEmailOf(shop, 'en', order, { kind: 'transfer begun', step }),
    'transfer reminder': transferEmailOf(shop, 'en', order, { kind: 'transfer reminder', step }),
    'transfer ended': transferEmailOf(shop, 'en', order, {
      kind: 'transfer ended',
      received: asCents(0),
      areForSale: true,
    }),
    'admin: order paid': toOwners.paid,
    'admin: order cancelled': toOwners.cancelled,
    'admin: refund': toOwners.changed,
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}

/** An order with made-up data. */
export function exampleOrder({ clock }: Shop): OrderDetails {
  const at = new Date(clock()).toISOString();
  const listing = { id: 'red-river-moon', name: 'Red River Moon', images: [], imageSet: [] };
  const item = {
    listingId: listing.id,
    price: 3200,
    listing: { ...listing, artist: 'Lê Vân Khê', year: 2024, spec: '' },
  };
  const person = { id: 'anna', name: 'Anna Weber', email: 'anna@example.com', phone: '0412 345 678' };
  const home = { city: 'Newtown', state: 'NSW', postcode: '2042' };
  const address = '12 Lotus Street';
  return {
    id: 'K7M-4QX',
    userId: person.id,
    orderDate: at,
    date: at,
    status: 'paid',
    paymentMethod: 'credit',
    totalPrice: 3200,
    price: 3200,
    deliveryPrice: 0,
    deliveryName: '',
    items: [item],
    holdExpiresAt: null,
    buyer: {
      ...person,
      deliveryaddress: address,
      deliverycity: home.city,
      deliverystate: home.state,
      deliverypostcode: home.postcode,
    },
    delivery: {
      firstName: 'Anna',
      lastName: 'Weber',
      email: person.email,
      phone: person.phone,
      address,
      ...home,
      country: homeCountry,
    },
    payments: [{ kind: 'charge', amount: 3200, method: 'credit', at }],
    shipments: [
      {
        id,
        carrier: 'Australia Post',
        number: '33XYZ5016',
        url: 'https://auspost.com.au/',
        shippedAt: at,
        deliveredAt: null,
        listingIds: [listing.id],
      },
    ],
    history: [{ at, what: 'Order modified: removed Lotus Pond; $1,250.00 refunded', by: 'buyer' }],
  };
}

function exampleAppointment({ clock, settings: { timeZone } }: Shop): Appointment {
  const date = localDay(clock() + 3 * day, timeZone).toString();
  return { day: date, from: '10:00', to: '12:00', note: 'Please ring the bell.' };
}

function exampleTransfer({ clock }: Shop): TransferStep {
  return {
    kind: 'transfer',
    amount: 3200,
    reference: 'K7M4QX',
    account: { name: 'Example Gallery', bsb: '062-000', number: '1234 5678' },
    until: new Date(clock() + 3 * day).toISOString(),
  };
}
