import { t } from '@lingui/core/macro';
import type { Listing, ListingSortField } from '#contract/catalog.ts';
import type { Column } from '../../table/column.ts';
import type { Selection } from './use-selection.ts';

/** The column with a checkbox for each row, and one for all rows of the page. */
export function selectionColumn({ rows, total, has, toggle, selectAll }: Selection): Column<Listing, ListingSortField> {
  return {
    title: t`Select`,
    head: (
      <input
        type="checkbox"
        aria-label={t`Select all on this page`}
        checked={rows.length === total && total > 0}
        ref={(box) => {
          if (box) box.indeterminate = rows.length > 0 && rows.length < total;
        }}
        onChange={({ target }) => selectAll(target.checked)}
      />
    ),
    cellClass: 'cell-check',
    cell: ({ id, name }) => (
      <input type="checkbox" aria-label={t`Select ${name}`} checked={has(id)} onChange={() => toggle(id)} />
    ),
  };
}
