import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { CollectionFacets } from '#contract/collection.ts';
import {
  type CollectionSearch,
  collectionParamsOf,
  collectionSearchOf,
  searchLimits,
} from '#contract/collection-search.ts';
import { Icon } from '../ui/icon.tsx';
import { FilterIndex } from './filter-index.tsx';
import { addressOf, collectionPath } from './search-links.ts';
import { SortLinks } from './sort-links.tsx';

interface SearchFormProps {
  search: CollectionSearch;
  facets: CollectionFacets;
  /** The number of pieces that were found. */
  total: number;
  /** Called after a search has closed filters that filled the screen. */
  onClosed: () => void;
  /** The title of the page, beside the search field. */
  children: ReactNode;
}

/** The search field and the filters: one form, which leads to the address of the search. It works without scripts. */
export function SearchForm({ search, facets, total, onClosed, children }: SearchFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const filters = useRef<HTMLDetailsElement>(null);
  useShownSearch(form, collectionParamsOf(search).toString());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const isSheet = fillsScreen(filters.current);
    if (filters.current && isSheet) filters.current.open = false;
    const address = addressOf(collectionSearchOf(new URLSearchParams(entries)));
    void Promise.resolve(navigate(address, { preventScrollReset: !isSheet })).then(isSheet ? onClosed : undefined);
  };
  return (
    <form ref={form} action={collectionPath} role="search" aria-label={t`Collection`} onSubmit={submit}>
      {search.sort && <input type="hidden" name="sort" value={search.sort.field} />}
      {search.sort && <input type="hidden" name="order" value={search.sort.order} />}
      <div className="find-head">
        {children}
        <SearchField text={search.q} />
      </div>
      <div className="find">
        <details className="filters" ref={filters} onKeyDown={(event) => keepFocus(event, filters.current)}>
          <FilterSummary />
          <FilterIndex {...{ search, facets }} />
          <div className="filter-foot">
            <button className="button" type="submit">
              {plural(total, { one: 'Show # piece', other: 'Show # pieces' })}
            </button>
            {/* onClick clears the fields: the address may already have no search, and then the link would change nothing. */}
            <Link
              className="button-text"
              to={collectionPath}
              preventScrollReset
              onClick={() => showSearch(form.current, '')}
            >
              <Trans>Clear all</Trans>
            </Link>
          </div>
        </details>
        <SortLinks search={search} />
      </div>
    </form>
  );
}

function SearchField({ text }: { text: string }) {
  return (
    <div className="field search">
      <label htmlFor="q">
        <Trans>Search by name, artist, material or place</Trans>
      </label>
      <input
        className="input"
        id="q"
        name="q"
        type="search"
        defaultValue={text}
        maxLength={searchLimits.text}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className="icon-button" type="submit" aria-label={t`Search`}>
        <Icon name="search" />
      </button>
    </div>
  );
}

/** The element that opens and closes the filters. */
function FilterSummary() {
  return (
    <summary>
      <span className="icon-open flex">
        <Icon name="filter" />
      </span>
      <span className="open">
        <Trans>Filter</Trans>
      </span>
      <span className="shut wide-only">
        <Trans>Hide filters</Trans>
      </span>
      <span className="shut only-sheet">
        <Trans>Filter</Trans>
      </span>
      <span className="shut only-sheet" aria-hidden="true">
        <Icon name="close" />
      </span>
    </summary>
  );
}

/** Sets the fields after a link has changed the search. Their elements are not replaced, so that they keep the focus. */
function useShownSearch(form: { readonly current: HTMLFormElement | null }, params: string): void {
  const shown = useRef(params);
  useEffect(() => {
    if (shown.current === params) return;
    shown.current = params;
    showSearch(form.current, params);
  }, [form, params]);
}

function showSearch(form: HTMLFormElement | null, params: string): void {
  const search = new URLSearchParams(params);
  for (const field of form?.elements ?? []) {
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue;
    if (field.type === 'checkbox') field.checked = search.getAll(field.name).includes(field.value);
    else field.value = search.get(field.name) ?? '';
  }
}

/** Below 768 px open filters fill the screen (web/collection/collection.css). */
const fillsScreen = (filters: HTMLDetailsElement | null) =>
  filters?.open === true && getComputedStyle(filters).position === 'fixed';

/** Keeps the focus inside filters that fill the screen, and closes them with Escape. */
function keepFocus(event: KeyboardEvent, filters: HTMLDetailsElement | null): void {
  if (!filters || !fillsScreen(filters)) return;
  const inside = [...filters.querySelectorAll<HTMLElement>('summary, input, button, a[href]')];
  if (event.key === 'Escape') {
    filters.open = false;
    inside[0]?.focus();
  }
  if (event.key !== 'Tab') return;
  const [first, last] = event.shiftKey ? [inside.at(-1), inside[0]] : [inside[0], inside.at(-1)];
  if (document.activeElement !== last) return;
  event.preventDefault();
  first?.focus();
}
