import { useState } from 'react';
import { Select } from '../ui/field.tsx';
import { allCountries } from './settings/delivery/zone-list.ts';

interface CountrySelectProps {
  label: string;
  name?: string;
  small?: boolean;
  /** What no country means. */
  none: string;
  hint?: string;
  /** ISO 3166, or empty. */
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** A country that may be left open. */
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
