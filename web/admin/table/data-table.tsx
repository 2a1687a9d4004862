import { Trans } from '@lingui/react/macro';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from './column.ts';
import type { Sorting } from './table-address.ts';

interface DataTableProps<Row, Field extends string> {
  label: string;
  /** Layout of the rows on narrow screens: with a picture first, or without (web/admin/table/admin-table.css). */
  form: 'table-pictures' | 'table-plain';
  columns: readonly Column<Row, Field>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  sorting?: Sorting<Field> | null;
  /** Without it no column sorts. */
  onSort?: (field: Field) => void;
}

/** Rows below a sticky head. A click on the head of a sortable column sorts by it. */
export function DataTable<Row, Field extends string>(props: DataTableProps<Row, Field>) {
  const { label, form, columns, rows, idOf, sorting = null, onSort } = props;
  return (
    <table className={`table ${form}`}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.title} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FailureBoundary
            key={idOf(row)}
            data={row}
            fallback={() => <FailedRow id={idOf(row)} columnCount={columns.length} />}
          >
            <TableRow row={row} columns={columns} />
          </FailureBoundary>
        ))}
      </tbody>
    </table>
  );
}

function TableRow<Row, Field extends string>({ row, columns }: { row: Row; columns: readonly Column<Row, Field>[] }) {
  return (
    <tr>
      {columns.map(({ title, right, cellClass, cell }) => (
        <td key={title} className={[right && 'numeric align-end', cellClass].filter(Boolean).join(' ') || undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

function FailedRow({ id, columnCount }: { id: string; columnCount: number }) {
  return (
    <tr>
      <td className="cell-full muted" colSpan={columnCount}>
        <Trans>This row could not be shown. {id}</Trans>
      </td>
    </tr>
  );
}

interface ColumnHeadProps<Row, Field extends string> {
  column: Column<Row, Field>;
  sorting: Sorting<Field> | null;
  onSort: ((field: Field) => void) | undefined;
}

function ColumnHead<Row, Field extends string>({ column, sorting, onSort }: ColumnHeadProps<Row, Field>) {
  const { title, sort, right, head } = column;
  if (sort === undefined || !onSort) {
    return (
      <th scope="col">
        <span className={right ? 'align-end' : undefined}>{head ?? title}</span>
      </th>
    );
  }
  const direction = sorting?.field !== sort ? undefined : sorting.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={right ? 'align-end w-full' : undefined} onClick={() => onSort(sort)}>
        {title}
        {direction && <Icon name={direction} small />}
      </button>
    </th>
  );
}
