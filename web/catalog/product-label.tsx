import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { formatDollars } from '#contract/money.ts';
import { addToCart, openCart, useCart } from '../cart/cart-store.ts';
import { enquiryAbout } from '../enquiries/enquired-piece.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { LiveMark } from './live-mark.tsx';
import type { PieceState } from './live-state.ts';
import { ReservedNote } from './reserved-note.tsx';
import { wallPiece } from './wall-piece.ts';

/** The museum label beside the plate: what it is, what it costs, and what can be done about it. */
export function ProductLabel({ listing, live }: { listing: Listing; live: PieceState }) {
  const canBeBought = live.state === 'available' || live.state === 'reserved';
  return (
    <div className="label-card">
      <div className="grid gap-2.5">
        <h1 className="h-piece">{listing.name}</h1>
        <LiveMark live={live} />
      </div>
      <p className="num text-28">{formatDollars(listing.price)}</p>
      {live.state === 'reserved' && <ReservedNote listingId={listing.id} until={live.until} />}
      <div className="buy">
        <BuyButton listing={listing} live={live} />
        <Link className={buttonClass('line')} to="/#contact" state={enquiryAbout(listing)}>
          Enquire
        </Link>
      </div>
      {live.state === 'discontinued' && (
        <p className="small muted">This piece has left the collection. Enquire if you are looking for one like it.</p>
      )}
      {listing.unique && canBeBought && (
        <p className="mark mark-unique whitespace-normal items-baseline font-normal text-14">
          This is a unique handcrafted piece - only one available
        </p>
      )}
      <Facts listing={listing} />
    </div>
  );
}

/** SPEC.md §2: 'Sold', 'Already in Cart' (opens the cart) or 'Add to Cart'. */
function BuyButton({ listing, live }: { listing: Listing; live: PieceState }) {
  const cart = useCart();
  if (live.state === 'sold') return <Button disabled>Sold</Button>;
  if (live.state === 'discontinued') return <Button disabled>No longer available</Button>;
  if (cart.has(listing.id)) {
    return (
      <Button variant="buy" aria-haspopup="dialog" onClick={openCart}>
        Already in Cart
      </Button>
    );
  }
  return (
    // What was heard since the loader answered is what counts.
    <Button variant="buy" onClick={() => addToCart({ ...wallPiece(listing), status: 'available', sold: false })}>
      Add to Cart
    </Button>
  );
}

function Facts({ listing }: { listing: Listing }) {
  const facts: [name: string, value: string | number | null][] = [
    ['Series', listing.series],
    ['Year', listing.year],
    ['Artists', listing.artists || listing.artist],
    ['Current owner', listing.owner],
    ['Size', listing.size],
  ];
  const known = facts.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function FactRow({ name, value }: { name: string; value: string | number | null }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={typeof value === 'number' ? 'num' : undefined}>{value}</dd>
    </>
  );
}
