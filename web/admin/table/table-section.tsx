import { type ReactNode, useCallback } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { inDigits } from '../../language/numbers.ts';
import { type Column, type CsvColumn, sortFieldsOf } from './column.ts';
import { DataTable } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { ListFailure } from './list-failure.tsx';
import type { RequestRows, TableContent } from './load-table.ts';
import { Pages } from './pages.tsx';
import { SearchField } from './search-field.tsx';
import { SortSelect } from './sort-select.tsx';
import { nextSorting, readTableAddress, type Sorting, writeSorting } from './table-address.ts';
import { useAddressChange, usePendingSearch } from './use-address-change.ts';

export interface TableWords {
  /** The number of all rows, as "1 piece" or "1,200 pieces". `count` is `total` in digits. */
  counted: (total: number, count: string) => string;
  /** Label of the search. */
  search: string;
  /** Shown if there are rows, but none of them matches. */
  noMatch: string;
  /** Label of the links to pages. */
  pages: string;
  /** Name of the CSV file without its ending. */
  file: string;
}

interface TableSectionProps<Row, Field extends string> {
  /** The link to the section above, rendered before the heading. */
  crumbs?: ReactNode;
  title: string;
  words: TableWords;
  /** Shown if there are no rows at all. */
  empty: string;
  form: 'table-pictures' | 'table-plain';
  columns: readonly Column<Row, Field>[];
  /** Columns that are only in the CSV file, after the others. */
  csvColumns?: readonly CsvColumn<Row>[];
  content: TableContent<Row>;
  idOf: (row: Row) => string;
  requestRows: RequestRows<Row, Field>;
  /** The server's default sort order, if a column shows it. */
  defaultSorting?: Sorting<Field>;
  /** False for a list that the server does not search. */
  canSearch?: boolean;
  /** Rendered beside the search. The URL parameters that they set count as a filter. */
  filters?: ReactNode;
  filterNames?: readonly string[];
  actions?: ReactNode;
  /** Rendered between the bar and the table. */
  notice?: ReactNode;
}

/** A section that is one table. Search, filters, sort order and page are in its URL. */
export function TableSection<Row, Field extends string>(props: TableSectionProps<Row, Field>) {
  const { title, words, columns, content, canSearch = true, filters, actions } = props;
  const [search] = useSearchParams();
  const fields = sortFieldsOf(columns);
  const { q, sorting } = readTableAddress(search, fields);
  const chosenSorting = readTableAddress(new URLSearchParams(usePendingSearch()), fields).sorting;
  const change = useAddressChange();
  const onSearch = useCallback((text: string) => change({ q: text }), [change]);
  const isFiltered = q !== '' || (props.filterNames ?? []).some((name) => search.has(name));
  const shownSorting = sorting ?? props.defaultSorting ?? null;
  const isNewestFirst = props.defaultSorting === undefined || props.defaultSorting.descending;
  const sortBy = (next: Sorting<Field> | null) => change({ sort: next && writeSorting(next) });
  return (
    <>
      <div className="bar">
        {props.crumbs}
        <h1>{title}</h1>
        {canSearch && <SearchField label={words.search} value={q} onSearch={onSearch} />}
        {filters}
        <SortSelect
          columns={columns}
          sorting={isNewestFirst ? chosenSorting : (chosenSorting ?? props.defaultSorting ?? null)}
          onSort={sortBy}
          isNewestFirst={isNewestFirst}
        />
        {actions}
      </div>
      {props.notice}
      {content.failure === null ? (
        <LoadedTable {...props} isFiltered={isFiltered} sorting={shownSorting} onSort={sortBy} />
      ) : (
        <ListFailure message={content.failure} />
      )}
    </>
  );
}

interface LoadedTableProps<Row, Field extends string> extends TableSectionProps<Row, Field> {
  isFiltered: boolean;
  sorting: Sorting<Field> | null;
  onSort: (next: Sorting<Field> | null) => void;
}

function LoadedTable<Row, Field extends string>(props: LoadedTableProps<Row, Field>) {
  const {
    title,
    words,
    form,
    columns,
    content,
    idOf,
    requestRows,
    csvColumns = [],
    isFiltered,
    sorting,
    onSort,
  } = props;
  return (
    <>
      <Busy>
        {content.rows.length > 0 ? (
          <DataTable
            label={title}
            {...{ form, columns, idOf }}
            rows={content.rows}
            sorting={sorting}
            onSort={(field) => onSort(nextSorting(sorting, field))}
          />
        ) : (
          <p className="state muted">{isFiltered ? words.noMatch : props.empty}</p>
        )}
      </Busy>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="subtle numeric" role="status">
          {words.counted(content.total, inDigits(content.total))}
        </p>
        <Pages label={words.pages} page={content.page} total={content.total} />
        {content.total > 0 && <ExportButton filename={words.file} {...{ columns, csvColumns, requestRows, idOf }} />}
      </div>
    </>
  );
}

/** Dims the table while another page of it loads, after a short delay. */
function Busy({ children }: { children: ReactNode }) {
  const isWaiting = useNavigation().state === 'loading';
  return (
    <div className={isWaiting ? 'panel opacity-50 transition-opacity delay-300' : 'panel'} aria-busy={isWaiting}>
      {children}
    </div>
  );
}
