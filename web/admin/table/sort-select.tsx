import { t } from '@lingui/core/macro';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from './column.ts';
import type { Sorting } from './table-address.ts';

interface SortSelectProps<Field extends string> {
  columns: readonly Column<never, Field>[];
  sorting: Sorting<Field> | null;
  onSort: (sorting: Sorting<Field> | null) => void;
  /** Whether the rows are in no column's order without a choice. */
  isNewestFirst: boolean;
}

/** Replaces the table's head on narrow screens: the field to sort by, and the direction. */
export function SortSelect<Field extends string>({ columns, sorting, onSort, isNewestFirst }: SortSelectProps<Field>) {
  const sortable = columns.flatMap(({ title, sort }) => (sort === undefined ? [] : [{ title, field: sort }]));
  if (sortable.length === 0) return null;
  return (
    <div className="flex min-w-40 flex-1 gap-2 lg:hidden">
      <select
        className="input input-small"
        aria-label={t`Sort by`}
        value={sorting?.field ?? ''}
        onChange={({ target: { value } }) => {
          const chosen = sortable.find(({ field }) => field === value);
          onSort(chosen ? { field: chosen.field, descending: false } : null);
        }}
      >
        {isNewestFirst && <option value="">{t`Newest first`}</option>}
        {sortable.map(({ title, field }) => (
          <option key={field} value={field}>
            {t`Sort by ${title}`}
          </option>
        ))}
      </select>
      {sorting && (
        <IconButton
          small
          label={sorting.descending ? t`Descending: sort ascending` : t`Ascending: sort descending`}
          onClick={() => onSort({ ...sorting, descending: !sorting.descending })}
        >
          <Icon name={sorting.descending ? 'descending' : 'ascending'} small />
        </IconButton>
      )}
    </div>
  );
}
