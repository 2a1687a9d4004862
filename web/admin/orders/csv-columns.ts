import { t } from '@lingui/core/macro';
import { countryName } from '#contract/country-names.ts';
import type { Order } from '#contract/orders.ts';
import { methodLabels } from '../../account/order-details.tsx';
import { language } from '../../language/language.ts';
import type { CsvColumn } from '../table/column.ts';
import { currencyColumn } from '../table/csv.ts';

/** Columns of the CSV file that the table does not show: for bookkeeping and delivery. */
export const orderCsvColumns: readonly CsvColumn<Order>[] = [
  currencyColumn,
  { title: t`Buyer`, csv: ({ buyer }) => buyer.name },
  { title: t`Email`, csv: ({ buyer, delivery }) => delivery.email || buyer.email },
  { title: t`Phone`, csv: ({ buyer, delivery }) => delivery.phone || buyer.phone },
  { title: t`Pieces`, csv: ({ items }) => items.map(({ listing, listingId }) => listing.name || listingId).join('; ') },
  { title: t`Payment method`, csv: ({ paymentMethod }) => methodLabels[paymentMethod] },
  { title: t`Recipient`, csv: ({ delivery }) => [delivery.firstName, delivery.lastName].filter(Boolean).join(' ') },
  { title: t`Address`, csv: ({ delivery }) => delivery.address },
  { title: t`City`, csv: ({ delivery }) => delivery.city },
  { title: t({ message: 'State', context: 'address' }), csv: ({ delivery }) => delivery.state },
  { title: t`Postcode`, csv: ({ delivery }) => delivery.postcode },
];

/** Further columns of a shop that has set up delivery. */
export const deliveryCsvColumns: readonly CsvColumn<Order>[] = [
  { title: t`Country`, csv: ({ delivery }) => countryName(delivery.country, language) },
  { title: t`Delivery`, csv: ({ deliveryName }) => deliveryName },
  { title: t`Delivery price`, csv: ({ deliveryPrice }) => deliveryPrice },
];
