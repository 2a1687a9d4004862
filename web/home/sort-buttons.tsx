import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { type Sort, sortAfterClick, sortFields } from '../catalog/sort.ts';
import { sortDirections, sortNames } from '../catalog/sort-names.ts';
import { Icon } from '../ui/icon.tsx';
import { viewOf } from './collection-address.ts';

/** The sort buttons; the active one shows its direction and reverses it when activated again. */
export function SortButtons({ sort: shown, onChoose }: { sort: Sort; onChoose: (sort: Sort) => void }) {
  const sort = usePendingSort() ?? shown;
  return (
    <div className="sort" role="group" aria-label={t`Sort the collection`}>
      <span aria-hidden="true">
        <Trans>Sort by</Trans>
      </span>
      {sortFields.map((field) => (
        <SortForm key={field} next={sortAfterClick(sort, field)} onChoose={onChoose}>
          <button type="submit" aria-pressed={field === sort.field}>
            {sortNames[field]}
            {field === sort.field && (
              <>
                <Icon name={sort.order === 'asc' ? 'ascending' : 'descending'} small />
                <span className="visually-hidden">, {sortDirections[field][sort.order]}</span>
              </>
            )}
          </button>
        </SortForm>
      ))}
    </div>
  );
}

/** The chosen order while it is loading, so that the buttons show it at once and a second click reverses it. */
function usePendingSort(): Sort | null {
  const { location } = useNavigation();
  return location?.pathname === '/' ? viewOf(new URLSearchParams(location.search)).sort : null;
}

interface SortFormProps {
  next: Sort;
  onChoose: (sort: Sort) => void;
  children: ReactNode;
}

/** The form of a sort button. Without scripts it loads the page in the order `next`. */
function SortForm({ next, onChoose, children }: SortFormProps) {
  return (
    <form
      action="/#collection"
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(next);
      }}
    >
      <input type="hidden" name="sort" value={next.field} />
      <input type="hidden" name="order" value={next.order} />
      {children}
    </form>
  );
}
