import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { makersOf } from '#contract/makers.ts';
import type { OpenedLink, PrivateListing } from '#contract/private-sales.ts';
import { ListingFacts } from '../catalog/listing-facts.tsx';
import { ListingSections } from '../catalog/listing-sections.tsx';
import { enquiryAbout } from '../enquiries/enquired-listing.ts';
import { Price } from '../shell/price.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Mark } from '../ui/mark.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { AskToReserve } from './ask-to-reserve.tsx';

/** The pieces behind a private link, in the shop's order. */
export function Listings({ token, link: { kind, pieces } }: { token: string; link: OpenedLink }) {
  return (
    <ol className="hang">
      {pieces.map((piece, index) => (
        <Listing key={piece.listing.id} {...{ token, piece }} isOffer={kind === 'offer'} isFirst={index === 0} />
      ))}
    </ol>
  );
}

interface ListingProps {
  token: string;
  piece: PrivateListing;
  isOffer: boolean;
  isFirst: boolean;
}

function Listing({ token, piece, isOffer, isFirst }: ListingProps) {
  const { listing, words, state, hasPage } = piece;
  const { name } = listing;
  const [image] = listing.imageSet;
  const facts = [makersOf(listing), listing.year, listing.size].filter(Boolean).join(', ');
  return (
    <li>
      <span className="card-picture">
        <span className="shot" style={image ? pictureBox(image) : undefined}>
          {image ? (
            <Picture image={image} sizes={`(min-width: 64rem) 54vw, ${cappedSizes(92)}`} eager={isFirst} />
          ) : (
            <PlaceholderPicture />
          )}
        </span>
      </span>
      <div className="label-card">
        <div className="grid gap-1.5">
          <h2 className="heading-piece">{name}</h2>
          {facts && <p className="muted">{facts}</p>}
          <ListingMark state={state} isOffer={isOffer} />
        </div>
        {words && <p className="prose whitespace-pre-line wrap-anywhere">{words}</p>}
        {listing.price !== undefined && (
          <p className="numeric text-28">
            <Price of={listing.price} />
          </p>
        )}
        <div className="buy">
          {!isOffer && state === 'open' && <AskToReserve token={token} piece={listing} />}
          <Link className={buttonClass('line')} to="/#contact" state={enquiryAbout([listing])}>
            <Trans>
              Enquire<span className="visually-hidden"> {name}</span>
            </Trans>
          </Link>
          {hasPage && (
            <Link className={buttonClass('text')} to={`/product/${listing.id}`}>
              <Trans>
                Look closer<span className="visually-hidden"> {name}</span>
              </Trans>
            </Link>
          )}
        </div>
      </div>
      {!hasPage && <WholePiece listing={listing} />}
    </li>
  );
}

/** For a private piece, which has no page of its own: what the page of a piece shows. */
function WholePiece({ listing }: { listing: PrivateListing['listing'] }) {
  const { name } = listing;
  const further = listing.imageSet.slice(1);
  return (
    <details className="whole-piece">
      <summary className="button-text">
        <Trans>
          More about this piece<span className="visually-hidden">: {name}</span>
        </Trans>
      </summary>
      <div className="grid gap-12 pt-6">
        {listing.description && <p className="muted whitespace-pre-line wrap-anywhere">{listing.description}</p>}
        <ListingFacts listing={listing} artist={null} series={null} />
        {further.length > 0 && (
          <ul className="grid items-start gap-6 lg:grid-cols-2" aria-label={t`Further pictures`}>
            {further.map((image) => (
              <li key={image.url} className="shot" style={pictureBox(image)}>
                <Picture image={image} sizes={`(min-width: 64rem) 46vw, ${cappedSizes(92)}`} />
              </li>
            ))}
          </ul>
        )}
        <ListingSections listing={{ ...listing, imageSet: [] }} provenance={[]} heading="h3" />
      </div>
    </details>
  );
}

function ListingMark({ state, isOffer }: { state: PrivateListing['state']; isOffer: boolean }) {
  if (state === 'sold') return <Mark kind="sold">{t`SOLD`}</Mark>;
  if (state === 'taken') return <Mark kind="reserved">{isOffer ? t`No longer reserved for you` : t`Reserved`}</Mark>;
  return isOffer ? <Mark kind="reserved">{t`Reserved for you`}</Mark> : null;
}
