import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { placeName } from '#contract/country-names.ts';
import type { DeliveryOption } from '#contract/delivery.ts';
import type { DeliveryPlace } from '#contract/delivery-place.ts';
import { limits } from '#contract/limits.ts';
import type { DeliveryFacts } from '#contract/shop.ts';
import { enquiryAbout } from '../enquiries/enquired-listing.ts';
import { language } from '../language/language.ts';
import { Price } from '../shell/price.tsx';
import { useShop } from '../shell/shop.ts';
import { isPlaceComplete, setPlace, usePlace } from './delivery-place.ts';
import { OptionWords } from './option-words.tsx';
import { PlaceFields } from './place-fields.tsx';
import { type Quote, useQuote } from './use-quote.ts';

export interface QuotedListings {
  pieces: readonly { id: string; name: string }[];
  /** Called when the visitor follows a link from here to another part of the shop. */
  onLeave?: (() => void) | undefined;
  className?: string;
}

/** What the delivery of these pieces to a place costs, and the choice of the place. Nothing for more pieces than an order can have. */
export default function DeliveryQuote(props: QuotedListings) {
  return props.pieces.length <= limits.listingsPerCheckout && <PlaceAndPrices {...props} />;
}

function PlaceAndPrices({ pieces, onLeave }: QuotedListings) {
  const { delivery } = useShop();
  const place = usePlace();
  const isComplete = isPlaceComplete(place, delivery);
  const [isOpen, setOpen] = useState(false);
  const listingIds = pieces.map(({ id }) => id);
  const quote = useQuote({ listingIds, place: isComplete ? place : null });
  const [titleId, fieldsId] = [useId(), useId()];
  // useQuote still returns the quote of the previous place until its effect has run.
  const shown = isComplete ? quote : null;
  return (
    <section className="grid gap-2" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-16 font-medium" id={titleId}>
          {isComplete ? t`Delivery to ${{ place: placeName(place, language) }}` : t`Delivery`}
        </h2>
        <button
          type="button"
          className="button-text small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? fieldsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Close` : isComplete ? t`Another place` : t`Choose a place`}
        </button>
      </div>
      {isOpen && (
        <div id={fieldsId}>
          <PlaceFields place={place} facts={delivery} onChange={setPlace} />
        </div>
      )}
      <div role="status">
        {!isComplete && <p className="muted">{missing(place, delivery)}</p>}
        {shown && <Prices quote={shown} pieces={pieces} place={place} onLeave={onLeave} />}
      </div>
    </section>
  );
}

/** Says what the visitor has to choose before there is a price. */
function missing({ state }: DeliveryPlace, { byState, byPostcode }: DeliveryFacts): string {
  const needsState = byState && state === '';
  if (needsState && byPostcode) return t`Choose your state and postcode to see what delivery costs.`;
  return needsState
    ? t`Choose your state to see what delivery costs.`
    : t`Choose your postcode to see what delivery costs.`;
}

function Prices({ quote, pieces, place, onLeave }: QuotedListings & { quote: Quote; place: DeliveryPlace }) {
  if (quote.message !== null) return <p className="muted">{quote.message}</p>;
  return (
    <>
      <ul className="grid gap-1">
        {quote.options.map((option) => (
          <Option key={option.id} option={option} />
        ))}
      </ul>
      {quote.ask && (
        <p className="muted">
          <Trans>
            We have no price for this place yet.{' '}
            <Link className="line-link" to="/#contact" state={enquiryAbout(pieces, { place })} onClick={onLeave}>
              Ask us
            </Link>
          </Trans>
        </p>
      )}
    </>
  );
}

function Option({ option }: { option: DeliveryOption }) {
  return (
    <li className="flex justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">
        <OptionWords option={option} />
      </span>
      <span className="numeric">{option.price === 0 ? t`Free` : <Price of={option.price} />}</span>
    </li>
  );
}
