import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import { Price } from '../shell/price.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { OrderItemPicture } from './order-item-picture.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

interface CurrentItemsProps {
  order: Order;
  removed: ReadonlySet<string>;
  onToggle: (listingId: string) => void;
}

/**
 * The listings of the order. A removed one stays in the list until the order is saved, so that it can be kept again.
 */
export function CurrentItems({ order, removed, onToggle }: CurrentItemsProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 className="heading-block" id={titleId}>
        <Trans>In this order</Trans>
      </h3>
      <ul className="lines">
        {order.items.map(({ listingId, price, listing }) => {
          const isRemoved = removed.has(listingId);
          return (
            <li key={listingId}>
              <span className="picture-tile">
                <OrderItemPicture listing={listing} align="top" />
              </span>
              <p className={isRemoved ? 'name subtle' : 'name'}>{listing.name}</p>
              <span className={isRemoved ? 'price numeric subtle line-through' : 'price numeric'}>
                <Price of={price} />
              </span>
              <p className="subline">{[listing.artist, listing.year].filter(Boolean).join(', ')}</p>
              <div className="line-action items-center">
                {isRemoved && (
                  <span className="small muted">
                    <Trans>Will be removed</Trans>
                  </span>
                )}
                <button
                  className="button-text small"
                  type="button"
                  aria-label={isRemoved ? t`Keep ${{ name: listing.name }}` : t`Remove ${{ name: listing.name }}`}
                  onClick={() => onToggle(listingId)}
                >
                  {isRemoved ? t`Keep` : t`Remove`}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ListingsToAddProps {
  /** Null while they load, and if they could not be loaded. */
  listings: readonly Listing[] | null;
  /** Why they could not be loaded, or null. */
  failure: string | null;
  onTryAgain: () => void;
  added: ReadonlySet<string>;
  onToggle: (listingId: string) => void;
}

export function ListingsToAdd({ listings, failure, onTryAgain, added, onToggle }: ListingsToAddProps) {
  const titleId = useId();
  const title = useHeadingFocus(failure);
  const isLoading = listings === null && failure === null;
  return (
    <section aria-labelledby={titleId} aria-busy={isLoading}>
      <h3 className="heading-block mb-3" id={titleId} ref={title} tabIndex={-1}>
        <Trans>Add a piece</Trans>
      </h3>
      {listings?.length === 0 && (
        <p className="muted">
          <Trans>No pieces available</Trans>
        </p>
      )}
      {failure !== null && (
        <Note tone="failed">
          <span className="flex flex-wrap items-center gap-x-4">
            {failure}
            <Button variant="text" onClick={onTryAgain}>
              <Trans>Try Again</Trans>
            </Button>
          </span>
        </Note>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4">
        {isLoading && [0, 1, 2, 3].map((box) => <Skeleton key={box} className="aspect-[4/6]" />)}
        {listings?.map((listing) => (
          <ListingToAdd
            key={listing.id}
            listing={listing}
            chosen={added.has(listing.id)}
            onToggle={() => onToggle(listing.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function ListingToAdd({ listing, chosen, onToggle }: { listing: Listing; chosen: boolean; onToggle: () => void }) {
  const [image] = listing.imageSet;
  return (
    <li>
      <label className="grid cursor-pointer gap-2">
        <span className="card-picture [--tall:125%]">
          <span className="shot" style={image && pictureBox(image)}>
            {image ? <Picture image={image} sizes="176px" alt="" className="object-contain" /> : <PlaceholderPicture />}
          </span>
        </span>
        <span className="check items-start!">
          <input type="checkbox" checked={chosen} onChange={onToggle} />
          <span className="small">
            <span className="name text-16! leading-5!">{listing.name}</span>
            <br />
            <span className="numeric muted">
              <Price of={listing.price} />
            </span>
          </span>
        </span>
      </label>
    </li>
  );
}
