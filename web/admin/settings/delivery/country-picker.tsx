import { plural, t } from '@lingui/core/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Checkbox } from '../../../ui/field.tsx';
import { allCountries, type Country, findCountries } from './zone-list.ts';

interface CountryPickerProps {
  /** Codes of countries; an empty array means every country. */
  chosen: readonly string[];
  error: string | undefined;
  onChange: (codes: string[]) => void;
}

/** How many matches are shown at most. */
const shownMatches = 12;

/** All countries, computed when the first picker is rendered. */
let known: Country[] | undefined;

/** Shows the chosen countries, and searches for more. Each country is a checkbox; Enter in the search chooses the first match. */
export function CountryPicker({ chosen, error, onChange }: CountryPickerProps) {
  known ??= allCountries();
  const id = useId();
  const [words, setWords] = useState('');
  const matches = findCountries(known, words);
  const shown = matches.filter(({ code }) => !chosen.includes(code)).slice(0, shownMatches);
  const group = useRef<HTMLFieldSetElement>(null);
  const toggle = (code: string, on: boolean) =>
    onChange(on ? [...chosen, code] : chosen.filter((other) => other !== code));
  function toggleByBox(code: string, on: boolean) {
    toggle(code, on);
    // The checkbox is removed from its list.
    group.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Enter does not submit the form.
    event.preventDefault();
    const [first] = shown;
    if (!first) return;
    toggle(first.code, true);
    setWords('');
  }
  return (
    <fieldset ref={group} tabIndex={-1} className="outline-none" aria-describedby={error && `${id}-error`}>
      <legend className="label">{t`Countries`}</legend>
      <div className="choices">
        {known
          .filter(({ code }) => chosen.includes(code))
          .map(({ code, name }) => (
            <Checkbox key={code} label={name} checked onChange={() => toggleByBox(code, false)} />
          ))}
      </div>
      {chosen.length === 0 && <p className="hint">{t`None chosen: every country.`}</p>}
      <label className="hint" htmlFor={`${id}-search`}>
        {t`Find a country to add`}
      </label>
      <input
        type="search"
        className="input input-small country-search"
        id={`${id}-search`}
        autoComplete="off"
        value={words}
        aria-describedby={`${id}-count`}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="choices">
        {shown.map(({ code, name }) => (
          <Checkbox key={code} label={name} checked={false} onChange={() => toggleByBox(code, true)} />
        ))}
      </div>
      <p className="hint" role="status" id={`${id}-count`}>
        {countOf(words, matches, chosen)}
      </p>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function countOf(words: string, matches: readonly Country[], chosen: readonly string[]): string {
  if (words.trim() === '') return '';
  const open = matches.filter(({ code }) => !chosen.includes(code)).length;
  if (open === 0) return matches.length > 0 ? t`Chosen already` : t`No country begins like this`;
  return open > shownMatches
    ? t`The first ${shownMatches} of ${open} countries. Enter adds the first.`
    : plural(open, { one: '# country. Enter adds it.', other: '# countries. Enter adds the first.' });
}
