import { useState } from 'react';
import { Select } from '../ui/field.tsx';
import { allCountries } from './settings/delivery/zone-list.ts';

interface CountrySelectProps {
  label: string;
  name?: string;
  small?: boolean;
  /** The label of the choice without a country. */
  none: string;
  hint?: string | undefined;
  /** ISO 3166 code, or empty without a country. */
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** The choice of a country, or of none. */
export function CountrySelect({ none, onChange, ...field }: CountrySelectProps) {
  const [countries] = useState(allCountries);
  return (
    <Select {...field} autoComplete="off" onChange={({ target }) => onChange(target.value)}>
      <option value="">{none}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
