import { countryName } from '#contract/country-names.ts';
import type { Order } from '#contract/orders.ts';
import { methodLabels } from '../../account/order-details.tsx';
import type { CsvColumn } from '../table/column.ts';
import { currencyColumn } from '../table/csv.ts';

/** Columns of the CSV file that the table does not show: for bookkeeping and delivery. */
export const orderCsvColumns: readonly CsvColumn<Order>[] = [
  currencyColumn,
  { title: 'Buyer', csv: ({ buyer }) => buyer.name },
  { title: 'Email', csv: ({ buyer, delivery }) => delivery.email || buyer.email },
  { title: 'Phone', csv: ({ buyer, delivery }) => delivery.phone || buyer.phone },
  { title: 'Pieces', csv: ({ items }) => items.map(({ listing, listingId }) => listing.name || listingId).join('; ') },
  { title: 'Payment method', csv: ({ paymentMethod }) => methodLabels[paymentMethod] },
  { title: 'Recipient', csv: ({ delivery }) => [delivery.firstName, delivery.lastName].filter(Boolean).join(' ') },
  { title: 'Address', csv: ({ delivery }) => delivery.address },
  { title: 'City', csv: ({ delivery }) => delivery.city },
  { title: 'State', csv: ({ delivery }) => delivery.state },
  { title: 'Postcode', csv: ({ delivery }) => delivery.postcode },
];

/** Further columns of a shop that has set up delivery. */
export const deliveryCsvColumns: readonly CsvColumn<Order>[] = [
  { title: 'Country', csv: ({ delivery }) => countryName(delivery.country) },
  { title: 'Delivery', csv: ({ deliveryName }) => deliveryName },
  { title: 'Delivery price', csv: ({ deliveryPrice }) => deliveryPrice },
];
