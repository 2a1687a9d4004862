import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { homeCountry } from '#contract/country-names.ts';
import type { DeliveryOption } from '#contract/delivery.ts';
import { failures } from '#contract/errors.ts';
import { countryList } from '../delivery/delivery-words.ts';
import { OptionWords } from '../delivery/option-words.tsx';
import { type Quote, useQuote } from '../delivery/use-quote.ts';
import { enquiryAbout } from '../enquiries/enquired-listing.ts';
import { Price } from '../shell/price.tsx';
import { Select } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { fieldLabels, stateOf } from './checkout-form.ts';
import type { FormState } from './form-field.tsx';

interface DeliveryChoiceProps {
  pieces: readonly { id: string; name: string }[];
  form: FormState;
  option: DeliveryOption | null;
  onOption: (option: DeliveryOption | null) => void;
  /** Whether the buyer tried to pay without choosing an option. */
  isMissing: boolean;
  /** The number of failed payments. After each one the prices are requested again. */
  attempts: number;
}

/** The choice of the country and of the way in which the order reaches the buyer (docs/behaviour/delivery.md, 9). */
export default function DeliveryChoice(props: DeliveryChoiceProps) {
  const { pieces, form, option, onOption, isMissing, attempts } = props;
  const [ownChoice, setOwnChoice] = useState<string | null>(null);
  const { country, postcode } = form.values;
  const place = { country, state: stateOf(form.values), postcode };
  const quote = useQuote({
    listingIds: pieces.map(({ id }) => id),
    place: country !== homeCountry || postcode.trim() !== '' ? place : null,
    attempt: attempts,
    onQuote(next) {
      const options = next ? withOwnAddress(next) : [];
      onOption(options.find(({ id }) => id === ownChoice) ?? options[0] ?? null);
    },
  });
  const options = quote ? withOwnAddress(quote) : [];
  const choose = (chosen: DeliveryOption) => {
    setOwnChoice(chosen.id);
    onOption(chosen);
  };
  return (
    <fieldset>
      <legend>
        <Trans>Delivery</Trans>
      </legend>
      <div className="form">
        <CountryField form={form} />
        <div role="status">
          {quote === null && (
            <p className="muted">
              <Trans>Enter your address to see what the delivery costs.</Trans>
            </p>
          )}
          {quote && options.length === 0 && (
            <AskFirst message={quote.message} enquiry={enquiryAbout(pieces, { place })} />
          )}
        </div>
        {options.length > 0 && <Options options={options} chosenId={option?.id} onChoose={choose} />}
        {isMissing && (
          // The button that pays is far below. Pressing it moves the focus here.
          <div className="outline-none" tabIndex={-1} data-missing>
            <Note tone="failed">
              {failures[quote?.ask && options.length === 0 ? 'deliveryNotPriced' : 'deliveryNeeded'][1]}
            </Note>
          </div>
        )}
      </div>
    </fieldset>
  );
}

function CountryField({ form }: { form: FormState }) {
  const [countries] = useState(countryList);
  return (
    <Select
      name="country"
      label={fieldLabels.country}
      autoComplete="country"
      value={form.values.country}
      onChange={(event) => form.change('country', event.target.value)}
    >
      {countries.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface OptionsProps {
  options: readonly DeliveryOption[];
  chosenId: string | undefined;
  onChoose: (option: DeliveryOption) => void;
}

function Options({ options, chosenId, onChoose }: OptionsProps) {
  return (
    <div className="methods" role="radiogroup" aria-label={t`How your order reaches you`}>
      {options.map((option) => (
        <label key={option.id} className="method">
          <input
            type="radio"
            name="deliveryOption"
            checked={option.id === chosenId}
            onChange={() => onChoose(option)}
          />
          <span>
            <OptionWords option={option} />
          </span>
          <span className="numeric ml-auto">
            <Price of={option.price} />
          </span>
        </label>
      ))}
    </div>
  );
}

function AskFirst({ message, enquiry }: { message: string | null; enquiry: object }) {
  if (message !== null) return <p>{message}</p>;
  return (
    <p>
      <Trans>
        We have no price for this address yet.{' '}
        <Link className="line-link" to="/#contact" state={enquiry}>
          Ask us
        </Link>{' '}
        and we answer with one.
      </Trans>
    </p>
  );
}

/**
 * The options of a quote. If pickup is the only one, free delivery to the buyer's address is added before it (docs/behaviour/delivery.md,
 * 9).
 */
function withOwnAddress({ options, ask, message }: Quote): readonly DeliveryOption[] {
  if (message !== null) return options;
  const hasDelivery = ask || options.some(({ id }) => id !== 'pickup');
  return hasDelivery ? options : [toOwnAddress, ...options];
}

const toOwnAddress: DeliveryOption = {
  id: '',
  name: t`Delivery to your address`,
  price: 0,
  daysFrom: 0,
  daysTo: 0,
  insured: false,
  note: '',
};
