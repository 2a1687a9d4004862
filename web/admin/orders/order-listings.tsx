import { t } from '@lingui/core/macro';
import { deliveryLine } from '#contract/order-lines.ts';
import type { OrderDetails, OrderItem } from '#contract/orders.ts';
import { OrderItemPicture } from '../../account/order-item-picture.tsx';
import { Price } from '../../shell/price.tsx';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { FailedItem } from '../failed-item.tsx';

/** The listings of the order, as they were at the time of purchase. */
export function OrderListings({ order }: { order: OrderDetails }) {
  return (
    <section>
      <h3 className="mb-1">{t`Products`}</h3>
      <ListingLines order={order} />
    </section>
  );
}

export function ListingLines({ order }: { order: OrderDetails }) {
  const delivery = deliveryLine(order);
  return (
    <div>
      {order.items.length === 0 ? (
        <p className="muted">{t`No products found for this order`}</p>
      ) : (
        <ul className="lines">
          {order.items.map((item, position) => (
            <FailureBoundary key={item.listingId || position} data={item} fallback={FailedItem}>
              <Listing item={item} />
            </FailureBoundary>
          ))}
        </ul>
      )}
      {delivery && (
        <div className="total py-4! pb-0!">
          <span>{delivery.label}</span>
          <span className="numeric">
            <Price of={delivery.price} />
          </span>
        </div>
      )}
      <div className="total py-4! pb-0!">
        <span>{t`Total`}</span>
        <b className="numeric text-18!">
          <Price of={order.totalPrice} />
        </b>
      </div>
    </div>
  );
}

function Listing({ item: { listingId, price, listing } }: { item: OrderItem }) {
  const origin = [listing.artist, listing.year].filter(Boolean).join(', ');
  return (
    <li className="grid-cols-[3.5rem_1fr_auto]! py-3!">
      <span className="picture-tile">
        <OrderItemPicture listing={listing} align="top" />
      </span>
      <span className="font-medium wrap-anywhere">{listing.name || t`Product ID: ${listingId}`}</span>
      <span className="price numeric">
        <Price of={price} />
      </span>
      {origin && <p className="subline">{origin}</p>}
      {listing.spec && <p className="subline whitespace-pre-line">{listing.spec}</p>}
    </li>
  );
}
