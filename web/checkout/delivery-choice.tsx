import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { countryCodes } from '#contract/countries.ts';
import { countryName, homeCountry } from '#contract/country-names.ts';
import type { DeliveryOption } from '#contract/delivery.ts';
import { failures } from '#contract/errors.ts';
import { call } from '../api.ts';
import { Price } from '../shell/price.tsx';
import { Select } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { fieldLabels, stateOf } from './checkout-form.ts';
import type { FormState } from './form-field.tsx';

interface DeliveryChoiceProps {
  listingIds: readonly string[];
  form: FormState;
  option: DeliveryOption | null;
  onOption: (option: DeliveryOption | null) => void;
  /** The buyer tried to pay without a choice. */
  isMissing: boolean;
  /** Failed payments; after each the prices are asked for again. */
  attempts: number;
}

/** Milliseconds after the last typed character. */
const pause = 300;

/** The country, and how the order reaches the buyer (docs/behaviour/delivery.md, 9). */
export default function DeliveryChoice(props: DeliveryChoiceProps) {
  const { form, option, onOption, isMissing } = props;
  const [ownChoice, setOwnChoice] = useState<string | null>(null);
  const quote = useQuote(props, ownChoice);
  const choose = (chosen: DeliveryOption) => {
    setOwnChoice(chosen.id);
    onOption(chosen);
  };
  return (
    <fieldset>
      <legend>Delivery</legend>
      <div className="form">
        <Select
          name="country"
          label={fieldLabels.country}
          autoComplete="country"
          value={form.values.country}
          onChange={(event) => form.change('country', event.target.value)}
        >
          {countries().map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <div role="status">
          {quote === null && <p className="muted">Enter your address to see what the delivery costs.</p>}
          {quote && quote.options.length === 0 && <AskFirst message={quote.message} />}
        </div>
        {quote && quote.options.length > 0 && (
          <div className="methods" role="radiogroup" aria-label="How your order reaches you">
            {quote.options.map((offered) => (
              <label key={offered.id} className="method">
                <input
                  type="radio"
                  name="deliveryOption"
                  checked={option?.id === offered.id}
                  onChange={() => choose(offered)}
                />
                <span>
                  {offered.name}
                  <span className="muted block text-13">{wordsOf(offered)}</span>
                </span>
                <span className="num ml-auto">
                  <Price of={offered.price} />
                </span>
              </label>
            ))}
          </div>
        )}
        {isMissing && (
          <Note tone="failed">
            {failures[quote?.ask && quote.options.length === 0 ? 'deliveryNotPriced' : 'deliveryNeeded'][1]}
          </Note>
        )}
      </div>
    </fieldset>
  );
}

function AskFirst({ message }: { message: string | null }) {
  if (message !== null) return <p>{message}</p>;
  return (
    <p>
      We have no price for this address yet.{' '}
      <Link className="line-link" to="/#contact">
        Write to us
      </Link>{' '}
      and we answer with one.
    </p>
  );
}

interface Quote {
  options: readonly DeliveryOption[];
  ask: boolean;
  /** Why the prices could not be read; null if they were. */
  message: string | null;
}

/** Prices for the address in the form; null before there is one. The first option is chosen until the buyer chooses another. */
function useQuote(
  { listingIds, form, onOption, attempts }: DeliveryChoiceProps,
  ownChoice: string | null,
): Quote | null {
  const [quote, setQuote] = useState<Quote | null>(null);
  const { country, postcode } = form.values;
  const state = stateOf(form.values);
  const isReady = country !== homeCountry || postcode.trim() !== '';
  const ids = listingIds.join(' ');
  const show = useEffectEvent((next: Quote | null) => {
    setQuote(next);
    const same = next?.options.find(({ id }) => id === ownChoice);
    onOption(same ?? next?.options[0] ?? null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempts` asks again.
  useEffect(() => {
    if (!isReady) return show(null);
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const body = { listingIds: ids.split(' '), address: { country, state, postcode } };
      const answer = await call('quoteDelivery', { body, quiet: true, signal: leaving.signal });
      if (leaving.signal.aborted) return;
      if (!answer.success) return show({ options: [], ask: false, message: answer.message });
      show({ ...answer, options: withOwnAddress(answer), message: null });
    }, pause);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isReady, country, state, postcode, ids, attempts]);
  return quote;
}

/** A shop that only offers pickup delivers as it does without any setting. */
function withOwnAddress({ options, ask }: { options: readonly DeliveryOption[]; ask: boolean }): DeliveryOption[] {
  const hasWay = ask || options.some(({ id }) => id !== 'pickup');
  return hasWay ? [...options] : [toOwnAddress, ...options];
}

const toOwnAddress: DeliveryOption = {
  ...{ id: '', name: 'Delivery to your address', price: 0 },
  ...{ daysFrom: 0, daysTo: 0, insured: false, note: '' },
};

function wordsOf({ daysFrom, daysTo, insured, note }: DeliveryOption): string {
  const days = daysFrom === daysTo ? `${daysTo}` : `${daysFrom} to ${daysTo}`;
  const parts = [daysTo > 0 && `${days} working days`, insured && 'insured', note];
  return parts.filter(Boolean).join(', ');
}

/** Codes and names, sorted by name. */
function countries(): [code: string, name: string][] {
  const named = [...countryCodes].map((code): [string, string] => [code, countryName(code)]);
  return named.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
