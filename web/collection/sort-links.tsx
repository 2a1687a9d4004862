import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { CollectionSearch } from '#contract/collection-search.ts';
import { defaultSort, type Sort, sortAfterClick, sortFields } from '../catalog/sort.ts';
import { sortDirections, sortNames } from '../catalog/sort-names.ts';
import { Icon } from '../ui/icon.tsx';
import { addressOf, shownSort, sortedBy } from './search-links.ts';

/** Links to the sort orders of the collection. A search for words shows the best match first unless another order is chosen. */
export function SortLinks({ search }: { search: CollectionSearch }) {
  const shown = shownSort(search);
  return (
    <div className="sort" role="group" aria-label={t`Sort the collection`}>
      <span aria-hidden="true">
        <Trans>Sort by</Trans>
      </span>
      {search.q !== '' && (
        <Link
          to={addressOf(sortedBy(search, null))}
          preventScrollReset
          aria-current={shown === null ? 'true' : undefined}
        >
          <Trans>Best match</Trans>
        </Link>
      )}
      {sortFields.map((field) => {
        const isShown = shown?.field === field;
        const next: Sort = field === 'date' && !isShown ? defaultSort : sortAfterClick(shown ?? defaultSort, field);
        return (
          <Link
            key={field}
            to={addressOf(sortedBy(search, next))}
            preventScrollReset
            aria-current={isShown ? 'true' : undefined}
          >
            {sortNames[field]}
            {isShown && (
              <>
                <Icon name={shown.order === 'asc' ? 'ascending' : 'descending'} small />
                <span className="visually-hidden">, {sortDirections[field][shown.order]}</span>
              </>
            )}
          </Link>
        );
      })}
    </div>
  );
}
