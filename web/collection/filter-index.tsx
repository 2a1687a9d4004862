import { plural, t } from '@lingui/core/macro';
import { useId } from 'react';
import type { CollectionFacets } from '#contract/collection.ts';
import { type CollectionSearch, shownStates, sizeRanges } from '#contract/collection-search.ts';
import { useShop } from '../shell/shop.ts';
import { shownName, sizeNames, stateNames } from './search-links.ts';

/** The filters. Their counts are those of the whole collection and do not change with the search. */
export function FilterIndex({ search, facets }: { search: CollectionSearch; facets: CollectionFacets }) {
  const { currency } = useShop();
  return (
    <div className="filter-index">
      <Options legend={t`Artist`} name="artist" options={named(facets.artists)} chosen={search.artists} />
      <Options legend={t`Series`} name="series" options={translated(facets.series)} chosen={search.series} />
      <div>
        <Range legend={t`Price in ${currency}`} name="price" from={search.priceFrom} to={search.priceTo} />
        <Range legend={t`Year`} name="year" from={search.yearFrom} to={search.yearTo} />
      </div>
      <div>
        <Options
          legend={t`Longest side`}
          name="size"
          options={sizeRanges.map((size) => ({ value: size, label: sizeNames[size], count: facets.sizes[size] }))}
          chosen={search.sizes}
        />
        <Options legend={t`Medium`} name="medium" options={translated(facets.mediums)} chosen={search.mediums} />
      </div>
      <div>
        <Options
          legend={t`State`}
          name="state"
          options={shownStates.map((state) => ({
            value: state,
            label: stateNames[state],
            count: facets.states[state],
          }))}
          chosen={search.states}
        />
        <Options
          legend={t`Edition`}
          name="unique"
          options={[{ value: '1', label: t`Unique, only one`, count: facets.unique }]}
          chosen={search.unique ? ['1'] : []}
        />
      </div>
    </div>
  );
}

interface Option {
  value: string;
  label: string;
  lang?: 'en' | undefined;
  count: number;
}

const named = (values: CollectionFacets['artists']): Option[] =>
  values.map(({ value, count }) => ({ value, label: value, count }));

const translated = (values: CollectionFacets['series'] = []): Option[] =>
  values.map(({ value, count }) => {
    const { name, lang } = shownName(values, value);
    return { value, label: name, lang, count };
  });

interface OptionsProps {
  legend: string;
  name: string;
  options: readonly Option[];
  chosen: readonly string[];
}

function Options({ legend, name, options, chosen }: OptionsProps) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="options">
        {options.map(({ value, label, lang, count }) => (
          <label className="pick" key={value}>
            <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
            <span lang={lang}>{label}</span>
            <span className="numeric">
              <span className="visually-hidden">, </span>
              {count}
              <span className="visually-hidden"> {plural(count, { one: 'piece', other: 'pieces' })}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Range({ legend, name, from, to }: { legend: string; name: string; from: number | null; to: number | null }) {
  const id = useId();
  const field = (end: 'from' | 'to', label: string, value: number | null) => (
    <div className="field">
      <label htmlFor={`${id}${end}`}>{label}</label>
      <input
        className="input"
        id={`${id}${end}`}
        name={`${name}-${end}`}
        inputMode="numeric"
        maxLength={9}
        defaultValue={value ?? ''}
      />
    </div>
  );
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="range">
        {field('from', t`From`, from)}
        {field('to', t`To`, to)}
      </div>
    </fieldset>
  );
}
