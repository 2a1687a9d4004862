import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import type { PageLink, Translated } from '#contract/page-services.ts';
import { AlertWhenFree } from '../alerts/alert-when-free.tsx';
import { addToCart, openCart, useCart } from '../cart/cart-store.ts';
import { Delivery } from '../delivery/delivery.tsx';
import { enquiryAbout } from '../enquiries/enquired-listing.ts';
import { fieldLanguage } from '../language/field-language.ts';
import { SaveButton } from '../saved/save-button.tsx';
import { CurrencyName } from '../shell/currency-name.tsx';
import { Price } from '../shell/price.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { WaitingList } from '../waiting-list/waiting-list.tsx';
import { BuyBar } from './buy-bar.tsx';
import { ListingFacts } from './listing-facts.tsx';
import { summaryOf } from './listing-summary.ts';
import { LiveMark } from './live-mark.tsx';
import type { LiveState } from './live-state.ts';
import { ReservedNote } from './reserved-note.tsx';
import { Share } from './share.tsx';

interface ListingLabelProps {
  listing: Listing & Translated;
  live: LiveState;
  /** The pages of the artist and the series; null without one. */
  artist: PageLink | null;
  series: PageLink | null;
  /** Whether the page shows similar pieces that can be bought. */
  hasSimilar: boolean;
}

/** The details next to the picture: name, price, cart button and facts. */
export function ListingLabel({ listing, live, artist, series, hasSimilar }: ListingLabelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <div className="label-card">
      <ListingTitle listing={listing} live={live} artist={artist} heading={title} />
      {listing.description && (
        <p className="muted whitespace-pre-line wrap-anywhere" {...fieldLanguage(listing, 'description')}>
          {listing.description}
        </p>
      )}
      <p className="numeric text-28">
        <Price of={listing.price} />
        <CurrencyName />
      </p>
      <WaitingList listing={listing} state={live.state}>
        {live.state === 'reserved' && <ReservedNote listingId={listing.id} until={live.until} />}
        <BuyOrEnquire listing={listing} live={live} onFocusLost={() => title.current?.focus({ preventScroll: true })} />
      </WaitingList>
      {(live.state === 'sold' || live.state === 'reserved') && (
        <AlertWhenFree key={live.state} id={listing.id} name={listing.name} isSold={live.state === 'sold'} />
      )}
      {live.state === 'sold' && hasSimilar && (
        <p>
          <a className="button-text" href="#similar">
            <Trans>See similar available pieces</Trans>
          </a>
        </p>
      )}
      {canBeAddedToCart(live) && <Delivery pieces={[listing]} />}
      {live.state === 'discontinued' && (
        <p className="small muted">
          <Trans>This piece is no longer in the collection. Enquire if you are looking for one like it.</Trans>
        </p>
      )}
      {listing.unique && canBeAddedToCart(live) && (
        <p className="mark mark-unique whitespace-normal items-baseline font-normal text-14">
          <Trans>This is a unique handcrafted piece - only one available</Trans>
        </p>
      )}
      <div className="quiet">
        <SaveButton id={listing.id} />
        <Share name={listing.name} />
      </div>
      <ListingFacts listing={listing} artist={artist} series={series} />
    </div>
  );
}

interface ListingTitleProps extends Pick<ListingLabelProps, 'listing' | 'live' | 'artist'> {
  heading: RefObject<HTMLHeadingElement | null>;
}

function ListingTitle({ listing, live, artist, heading }: ListingTitleProps) {
  return (
    <div className="grid gap-2.5">
      <h1 className="heading-piece" ref={heading} tabIndex={-1} {...fieldLanguage(listing, 'name')}>
        {listing.name}
      </h1>
      {listing.originalName && (
        <p className="muted" lang="en">
          {listing.originalName}
        </p>
      )}
      <LiveMark live={live} />
      {artist && (
        <p>
          <Link className="line-link" to={`/artists/${artist.slug}`}>
            {artist.name}
          </Link>
        </p>
      )}
    </div>
  );
}

interface BuyOrEnquireProps extends Pick<ListingLabelProps, 'listing' | 'live'> {
  onFocusLost: () => void;
}

function BuyOrEnquire({ listing, live, onFocusLost }: BuyOrEnquireProps) {
  return (
    <div className="buy">
      {canBeAddedToCart(live) ? (
        <BuyBar name={listing.name} price={<Price of={listing.price} />} onFocusLost={onFocusLost}>
          <BuyButton listing={listing} live={live} />
        </BuyBar>
      ) : (
        <BuyButton listing={listing} live={live} />
      )}
      <Link className={buttonClass('line')} to="/#contact" state={enquiryAbout([listing])}>
        <Trans>Enquire</Trans>
      </Link>
    </div>
  );
}

/** The button 'Sold', 'No longer available', 'Already in Cart' (opens the cart) or 'Add to Cart' (docs/behaviour/pages.md, 8). */
function BuyButton({ listing, live }: { listing: Listing; live: LiveState }) {
  const cart = useCart();
  if (live.state === 'sold') return <Button disabled>{t`Sold`}</Button>;
  if (live.state === 'discontinued') return <Button disabled>{t`No longer available`}</Button>;
  if (cart.has(listing.id)) {
    return (
      <Button variant="buy" aria-haspopup="dialog" onClick={openCart}>
        <Trans>Already in Cart</Trans>
      </Button>
    );
  }
  return (
    // The live state is newer than the loader's data.
    <Button variant="buy" onClick={() => addToCart({ ...summaryOf(listing), status: 'available', sold: false })}>
      <Trans>Add to Cart</Trans>
    </Button>
  );
}

const canBeAddedToCart = ({ state }: LiveState) => state === 'available' || state === 'reserved';
