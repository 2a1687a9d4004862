import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { homeCountry } from '#contract/country-names.ts';
import type { DeliveryOption } from '#contract/delivery.ts';
import { limits } from '#contract/limits.ts';
import { formatPrice } from '#contract/money.ts';
import { australianStates } from '#contract/states.ts';
import { call } from '../../../api.ts';
import { daysInWords } from '../../../delivery/delivery-words.ts';
import { useShop } from '../../../shell/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { allCountries } from './zone-list.ts';

/** Shows the delivery options that the checkout would offer at an address, by the saved settings. */
export function TryAddress({ isSaved }: { isSaved: boolean }) {
  const { currency } = useShop();
  const listings = useAvailableListings();
  const [listingId, setListingId] = useState('');
  const chosen = listingId || listings[0]?.id;
  const [address, setAddress] = useState<Address>({ country: homeCountry, state: 'NSW', postcode: '' });
  const [lines, setLines] = useState<string[]>([]);
  const { isBusy, failure, submit } = useSubmission(async () => {
    if (!chosen) return { message: t`There is no piece to ask for.` };
    setLines([]);
    const sent = { ...address, state: address.country === homeCountry ? address.state : '' };
    const answer = await call('quoteDelivery', { body: { listingIds: [chosen], address: sent } });
    if (!answer.success) return adminFailure(t`No answer`, answer);
    setLines(quoteLines(answer, currency));
    return undefined;
  });
  const changeAddress = (changes: Partial<Address>) => {
    setLines([]);
    setAddress((earlier) => ({ ...earlier, ...changes }));
  };
  const chooseListing = (id: string) => {
    setLines([]);
    setListingId(id);
  };
  return (
    <section className="panel" aria-labelledby="try-address">
      <header>
        <h2 id="try-address">{t`Try an address`}</h2>
        {!isSaved && <p>{t`Counts what is saved. Your changes are not in it until you save them.`}</p>}
      </header>
      <div className="settings-group try-address">
        <div className="grid-4">
          <AddressFields address={address} onChange={changeAddress} />
          <ListingSelect listings={listings} chosen={chosen ?? ''} onChoose={chooseListing} />
        </div>
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
        <div className="panel-answer">
          <Button variant="line" small busy={isBusy} onClick={submit}>
            {t`Ask for a price`}
          </Button>
          <div role="status">
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

/** How many listings the select offers. */
const shownListings = 50;

function useAvailableListings(): readonly Listing[] {
  const [listings, setListings] = useState<readonly Listing[]>([]);
  useEffect(() => {
    void call('listListingsAsAdmin', { query: { page: 1, pageSize: shownListings, status: 'available' } }).then(
      (answer) => {
        if (answer.success) setListings(answer.listings);
      },
    );
  }, []);
  return listings;
}

interface Address {
  country: string;
  state: string;
  postcode: string;
}

function AddressFields({ address, onChange }: { address: Address; onChange: (changes: Partial<Address>) => void }) {
  const [countries] = useState(allCountries);
  return (
    <>
      <Select
        label={t`Country`}
        small
        value={address.country}
        onChange={({ target }) => onChange({ country: target.value })}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {address.country === homeCountry && (
        <Select
          label={t`State`}
          small
          value={address.state}
          onChange={({ target }) => onChange({ state: target.value })}
        >
          {australianStates.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
      )}
      <TextField
        label={t`Postcode`}
        small
        autoComplete="off"
        maxLength={limits.shortText}
        value={address.postcode}
        onChange={({ target }) => onChange({ postcode: target.value })}
      />
    </>
  );
}

interface ListingSelectProps {
  listings: readonly Listing[];
  chosen: string;
  onChoose: (id: string) => void;
}

function ListingSelect({ listings, chosen, onChoose }: ListingSelectProps) {
  return (
    <Select
      label={t`Piece`}
      small
      hint={listings.length === shownListings && t`The first ${shownListings} pieces that are for sale`}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      {listings.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function quoteLines(
  { options, ask }: { options: readonly DeliveryOption[]; ask: boolean },
  currency: string,
): string[] {
  const lines = options.map(({ name, price, daysFrom, daysTo, insured, note }) => {
    const amount = formatPrice(price, currency);
    const cost = price === 0 ? t`${name}: free.` : t`${name}: ${amount}.`;
    const days = daysInWords(daysFrom, daysTo);
    return `${cost} ${[t`${days}, packing included`, insured && t`insured`, note].filter(Boolean).join('; ')}`;
  });
  if (ask) return [t`Ask us about delivery: there is no price for this piece at this address.`, ...lines];
  return lines.length > 0 ? lines : [t`Nothing is saved yet: delivery is neither asked nor charged.`];
}
