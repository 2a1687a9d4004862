import { Icon } from '../../ui/icon.tsx';
import type { Column } from './column.ts';
import type { Sorting } from './table-address.ts';

interface DataTableProps<Row, Field extends string> {
  label: string;
  /** How its rows become lines on narrow screens: with a picture first, or without (web/styles/admin-table.css). */
  form: 'table-p' | 'table-o';
  columns: readonly Column<Row, Field>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  sorting: Sorting<Field> | null;
  onSort: (field: Field) => void;
}

/** Rows under a head that stays in sight, sorted by a click on it. */
export function DataTable<Row, Field extends string>(props: DataTableProps<Row, Field>) {
  const { label, form, columns, rows, idOf, sorting, onSort } = props;
  return (
    <table className={`table ${form}`}>
      <caption className="vh">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.title} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)}>
            {columns.map(({ title, right, cellClass, cell }) => (
              <td key={title} className={[right && 'num r', cellClass].filter(Boolean).join(' ') || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ColumnHeadProps<Row, Field extends string> {
  column: Column<Row, Field>;
  sorting: Sorting<Field> | null;
  onSort: (field: Field) => void;
}

function ColumnHead<Row, Field extends string>({ column, sorting, onSort }: ColumnHeadProps<Row, Field>) {
  const { title, sort, right } = column;
  if (sort === undefined) {
    return (
      <th scope="col">
        <span className={right ? 'r' : undefined}>{title}</span>
      </th>
    );
  }
  const direction = sorting?.field !== sort ? undefined : sorting.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={right ? 'r w-full' : undefined} onClick={() => onSort(sort)}>
        {title}
        {direction && <Icon name={direction} small />}
      </button>
    </th>
  );
}
