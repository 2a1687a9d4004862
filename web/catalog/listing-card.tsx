import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { addToCart, openCart, useCart } from '../cart/cart-store.ts';
import { Price } from '../shell/price.tsx';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Mark } from '../ui/mark.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { rememberPosition } from './collection-position.ts';
import { type ListingSummary, makersAndYear } from './listing-summary.ts';
import { LiveMark } from './live-mark.tsx';
import { type LiveState, useLiveState } from './live-state.ts';

interface CardProps {
  listing: ListingSummary;
  /** The index in the collection, from 0, which decides the width of the picture (wall.css). */
  position: number;
  /** Whether the picture is loaded at once and with high priority, because it is the main one of the page. */
  eager?: boolean;
  /** Shown instead of the cart button. */
  children?: ReactNode;
}

/**
 * A listing in the collection: picture, name, price, makers, its mark and the cart button. Memoized, because the page
 * renders again at every step of a navigation.
 */
export const ListingCard = memo(function ListingCard({ listing, position, eager = false, children }: CardProps) {
  const live = useLiveState(listing);
  const address = `/product/${listing.id}`;
  return (
    <li className="card" style={listing.imageSet[0] && pictureBox(listing.imageSet[0])}>
      <CardPicture {...{ listing, address, eager }} sizes={sizesAt(position, listing)} />
      <div className="card-caption">
        <h3 className="name">
          <Link to={address} prefetch="intent" viewTransition onClick={() => rememberPosition(listing.id)}>
            {listing.name}
          </Link>
        </h3>
        <span className="price numeric">
          <Price of={listing.price} />
        </span>
        <p className="card-meta">{makersAndYear(listing)}</p>
        <div className="card-foot">
          <CardMark live={live} unique={listing.unique} />
          {children ?? <CardButton listing={listing} live={live} />}
        </div>
      </div>
    </li>
  );
});

interface CardPictureProps {
  listing: ListingSummary;
  address: string;
  sizes: string;
  eager: boolean;
}

/** The picture of the listing. It is not a link itself: the link of the name covers it (wall.css). */
function CardPicture({ listing, address, sizes, eager }: CardPictureProps) {
  const [image] = listing.imageSet;
  const isLeaving = useViewTransitionState(address);
  return (
    <span className="card-picture">
      <span className={isLeaving ? 'shot [view-transition-name:piece]' : 'shot'}>
        {image ? <Picture {...{ image, sizes, eager }} alt="" className="object-contain" /> : <PlaceholderPicture />}
      </span>
    </span>
  );
}

function CardMark({ live, unique }: { live: LiveState; unique: boolean }) {
  if (live.state === 'sold' || live.state === 'reserved') return <LiveMark live={live} />;
  if (live.state === 'discontinued')
    return (
      <span className="small muted">
        <Trans>No longer available</Trans>
      </span>
    );
  return unique ? <Mark kind="unique">{t`Unique`}</Mark> : <span />;
}

function CardButton({ listing, live }: { listing: ListingSummary; live: LiveState }) {
  const cart = useCart();
  if (live.state === 'sold' || live.state === 'discontinued') return null;
  const isInCart = cart.has(listing.id);
  const { name } = listing;
  return (
    <button
      type="button"
      className="button-text"
      aria-label={isInCart ? t`Already in Cart: ${name}` : t`Add to Cart: ${name}`}
      // The live state is newer than the loader's data.
      onClick={() => (isInCart ? openCart() : addToCart({ ...listing, status: 'available', sold: false }))}
    >
      {isInCart ? t`Already in Cart` : t`Add to Cart`}
    </button>
  );
}

/** The `sizes` of the picture in the layout of web/catalog/wall.css; a portrait does not fill the width of its column. */
function sizesAt(position: number, { imageSet: [image] }: ListingSummary): string {
  const ratio = image && image.height > 0 ? image.width / image.height : 0.8;
  const isWide = position % 5 >= 3;
  const isFullOnPhones = position % 5 === 0;
  // `maxHeight` is a fraction of the column's width.
  const share = (maxHeight: number) => Math.min(1, ratio * maxHeight);
  const percent = (width: number, maxHeight: number) => Math.ceil(width * share(maxHeight));
  const onPhones = cappedSizes(percent(isFullOnPhones ? 92 : 46, 4 / 3));
  return `(min-width: 48rem) ${isWide ? percent(46, 1.05) : percent(30, 4 / 3)}vw, ${onPhones}`;
}
