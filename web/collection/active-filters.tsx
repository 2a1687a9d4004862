import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import type { CollectionFacets, CollectionPage } from '#contract/collection.ts';
import { type CollectionSearch, criteriaOf } from '#contract/collection-search.ts';
import { usePrices } from '../shell/price.tsx';
import { Icon } from '../ui/icon.tsx';
import { addressOf, chipsOf, collectionPath, piecesWords } from './search-links.ts';

interface ActiveFiltersProps {
  search: CollectionSearch;
  total: number;
  facets: CollectionFacets;
  corrections: CollectionPage['corrections'];
  status: RefObject<HTMLParagraphElement | null>;
  /** Shown after the filters. */
  children: ReactNode;
}

/**
 * How many pieces were found, which is announced when it changes, and a link for each filter that removes it. The focus moves
 * to the count, because the link that was activated is gone afterwards.
 */
export function ActiveFilters({ search, total, facets, corrections, status, children }: ActiveFiltersProps) {
  const chips = chipsOf(search, facets, usePrices());
  const corrected = corrections.map(({ typed, meant }) => t`“${meant}” instead of “${typed}”`).join(', ');
  const focusStatus = () => status.current?.focus({ preventScroll: true });
  return (
    <div className="on">
      <p ref={status} role="status" tabIndex={-1}>
        {countWords(total, facets.pieces, criteriaOf(search).length > 0)}
        {corrections.length > 0 && (
          <span className="muted font-normal">
            {' '}
            <Trans>for {corrected}</Trans>
          </span>
        )}
      </p>
      {chips.map(({ criterion, name, lang, without }) => (
        <Link
          key={`${criterion} ${name}`}
          className="chip"
          to={addressOf(without)}
          preventScrollReset
          onClick={focusStatus}
        >
          <span className="visually-hidden">{t`Remove filter:`} </span>
          <span lang={lang}>{name}</span>
          <Icon name="close" small />
        </Link>
      ))}
      {chips.length > 0 && (
        <Link className="button-text small" to={collectionPath} preventScrollReset onClick={focusStatus}>
          <Trans>Clear all</Trans>
        </Link>
      )}
      {children}
    </div>
  );
}

function countWords(total: number, all: number, isFiltered: boolean): string {
  if (!isFiltered) return piecesWords(all);
  if (total === 0) return t`No piece matches`;
  return plural(all, { one: `${total} of # piece`, other: `${total} of # pieces` });
}
