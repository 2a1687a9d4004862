import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { homeCountry } from '#contract/country-names.ts';
import type { DeliveryPlace } from '#contract/delivery-place.ts';
import type { DeliveryFacts } from '#contract/shop.ts';
import { australianStates } from '#contract/states.ts';
import { Select, TextField } from '../ui/field.tsx';
import { countryList } from './delivery-words.ts';

interface PlaceFieldsProps {
  place: DeliveryPlace;
  facts: DeliveryFacts;
  onChange: (place: DeliveryPlace) => void;
}

/** The fields of a place: the country, and the state and the postcode if prices depend on them. */
export function PlaceFields({ place, facts, onChange }: PlaceFieldsProps) {
  const [countries] = useState(countryList);
  const isHome = place.country === homeCountry;
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Select
        label={t`Country`}
        fieldClass="col-span-2"
        autoComplete="off"
        value={place.country}
        onChange={({ target }) => onChange({ country: target.value, state: '', postcode: '' })}
      >
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {facts.byState && isHome && (
        <Select
          label={t`State`}
          autoComplete="off"
          value={place.state}
          onChange={({ target }) => onChange({ ...place, state: target.value })}
        >
          <option value="">
            <Trans>Choose</Trans>
          </option>
          {australianStates.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
      )}
      {facts.byPostcode && (
        <TextField
          label={t`Postcode`}
          autoComplete="off"
          inputMode={isHome ? 'numeric' : undefined}
          maxLength={isHome ? 4 : 12}
          value={place.postcode}
          onChange={({ target }) => onChange({ ...place, postcode: target.value })}
        />
      )}
    </div>
  );
}
