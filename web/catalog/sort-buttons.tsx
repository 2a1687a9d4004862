import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { type Sort, type SortField, type SortOrder, sortAfterClick, sortFields } from './sort.ts';

const names: Record<SortField, string> = { date: 'Date', name: 'Name', price: 'Price' };
const directions: Record<SortField, Record<SortOrder, string>> = {
  date: { asc: 'oldest first', desc: 'newest first' },
  name: { asc: 'A to Z', desc: 'Z to A' },
  price: { asc: 'lowest first', desc: 'highest first' },
};

/** The three ways to sort; the active one says its direction, and turns round when activated again. */
export function SortButtons({ sort, onChoose }: { sort: Sort; onChoose: (field: SortField) => void }) {
  return (
    <div className="sort" role="group" aria-label="Sort the collection">
      <span aria-hidden="true">Sort by</span>
      {sortFields.map((field) => (
        <SortForm key={field} next={sortAfterClick(sort, field)} onSubmit={() => onChoose(field)}>
          <button type="submit" aria-pressed={field === sort.field}>
            {names[field]}
            {field === sort.field && (
              <>
                <Icon name={sort.order === 'asc' ? 'ascending' : 'descending'} small />
                <span className="vh">, {directions[field][sort.order]}. Activate to reverse</span>
              </>
            )}
          </button>
        </SortForm>
      ))}
    </div>
  );
}

interface SortFormProps {
  next: Sort;
  onSubmit: () => void;
  children: ReactNode;
}

/** What the button does before any script runs: it asks the server for the wall in that order. */
function SortForm({ next, onSubmit, children }: SortFormProps) {
  return (
    <form
      action="/#collection"
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input type="hidden" name="sort" value={next.field} />
      <input type="hidden" name="order" value={next.order} />
      {children}
    </form>
  );
}
