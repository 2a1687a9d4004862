import { t } from '@lingui/core/macro';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from './column.ts';
import type { Sorting } from './table-address.ts';
import { useChoice } from './use-address-change.ts';

interface SortSelectProps<Field extends string> {
  columns: readonly Column<never, Field>[];
  /** The chosen order, also while its rows are loading. */
  sorting: Sorting<Field> | null;
  onSort: (sorting: Sorting<Field> | null) => void;
  /** Whether the rows are ordered newest first as long as no column is chosen. */
  isNewestFirst: boolean;
}

/** Replaces the table's head on narrow screens: the field to sort by, and the direction. */
export function SortSelect<Field extends string>({ columns, sorting, onSort, isNewestFirst }: SortSelectProps<Field>) {
  const [shown, choose] = useChoice(sorting, onSort);
  const sortable = columns.flatMap(({ title, sort }) => (sort === undefined ? [] : [{ title, field: sort }]));
  if (sortable.length === 0) return null;
  return (
    <div className="flex min-w-40 flex-1 gap-2 lg:hidden">
      <select
        className="input input-small"
        aria-label={t`Sort by`}
        value={shown?.field ?? ''}
        onChange={({ target: { value } }) => {
          const chosen = sortable.find(({ field }) => field === value);
          choose(chosen ? { field: chosen.field, descending: false } : null);
        }}
      >
        {isNewestFirst && <option value="">{t`Newest first`}</option>}
        {sortable.map(({ title, field }) => (
          <option key={field} value={field}>
            {t`Sort by ${title}`}
          </option>
        ))}
      </select>
      {shown && (
        <IconButton
          small
          label={shown.descending ? t`Descending: sort ascending` : t`Ascending: sort descending`}
          onClick={() => choose({ ...shown, descending: !shown.descending })}
        >
          <Icon name={shown.descending ? 'descending' : 'ascending'} small />
        </IconButton>
      )}
    </div>
  );
}
