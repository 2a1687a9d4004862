import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { csvOf, localMoment } from '../table/csv.ts';
import { deliveryCsvColumns, orderCsvColumns } from './csv-columns.ts';

const shop = {
  name: 'Lacquer',
  currency: 'AUD',
  timezone: 'Australia/Sydney',
  publicUrl: '',
  logo: null,
  logoDark: null,
  payments: { mode: 'simulated' as const, methods: [] },
  delivery: { offered: false },
  contact: {},
  contactLines: [],
  emails: {},
  policies: [],
  artists: false,
  certificates: false,
};
const listing = { id: 'moon', name: 'Red River Moon', images: [], imageSet: [], artist: '', year: null, spec: '' };
const order: Order = {
  id: 'K7M-4QX',
  userId: 'u1',
  orderDate: '2026-11-20T13:30:00.000Z',
  date: '2026-11-20T13:30:00.000Z',
  status: 'paid',
  totalPrice: 3290.5,
  price: 3290.5,
  deliveryPrice: 0,
  deliveryName: '',
  buyer: {
    id: 'u1',
    name: '=HYPERLINK("//evil")',
    email: 'account@example.com',
    phone: '',
    deliveryaddress: '',
    deliverycity: '',
    deliverystate: '',
    deliverypostcode: '',
  },
  items: [
    { listingId: 'moon', price: 3200.5, listing },
    { listingId: 'carp', price: 90, listing: { ...listing, id: 'carp', name: '' } },
  ],
  paymentMethod: 'bank',
  delivery: {
    firstName: 'Anna',
    lastName: 'Nguyễn',
    email: 'form@example.com',
    phone: '+61 412 345 678',
    address: '1 "Lacquer" Lane',
    city: 'Sydney',
    state: 'NSW',
    postcode: '0800',
    country: 'AU',
  },
  holdExpiresAt: null,
};

test('a row contains the buyer, the listings and the delivery of an order, and no formula', () => {
  const [head, line] = csvOf([...orderCsvColumns, ...deliveryCsvColumns], [order], shop)
    .slice(1)
    .split('\r\n');
  expect(head).toBe(
    '"Currency","Buyer","Email","Phone","Pieces","Payment method","Recipient","Address","City","State","Postcode","Country","Delivery","Delivery price"',
  );
  expect(line).toBe(
    [
      '"AUD"',
      '"\'=HYPERLINK(""//evil"")"',
      '"form@example.com"',
      '"\'+61 412 345 678"',
      '"Red River Moon; carp"',
      '"Bank transfer"',
      '"Anna Nguyễn"',
      '"1 ""Lacquer"" Lane"',
      '"Sydney"',
      '"NSW"',
      '"0800"',
      '"Australia"',
      '""',
      '0',
    ].join(','),
  );
});

test('formats a time in the shop’s time zone, so that spreadsheets can read it', () => {
  expect(localMoment(order.orderDate, 'Australia/Sydney')).toBe('2026-11-21 00:30');
  expect(localMoment(order.orderDate, 'America/New_York')).toBe('2026-11-20 08:30');
});
