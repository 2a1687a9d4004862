import { type ReactNode, useCallback } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { type Column, sortFieldsOf } from './column.ts';
import { DataTable } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { ListFailure } from './list-failure.tsx';
import type { AskForRows, TableContent } from './load-table.ts';
import { Pages } from './pages.tsx';
import { SearchField } from './search-field.tsx';
import { SortSelect } from './sort-select.tsx';
import { changedAddress, nextSorting, readTableAddress, type Sorting, writeSorting } from './table-address.ts';

interface TableSectionProps<Row, Field extends string> {
  title: string;
  /** What its rows are called, e.g. piece and pieces. */
  noun: readonly [one: string, many: string];
  /** What stands there while there are none at all. */
  empty: string;
  form: 'table-p' | 'table-o';
  columns: readonly Column<Row, Field>[];
  content: TableContent<Row>;
  idOf: (row: Row) => string;
  ask: AskForRows<Row, Field>;
  /** How the server sorts when nothing else is asked for, where a column shows it. */
  defaultSorting?: Sorting<Field>;
  /** Beside the search; the parameters of the address they set count as a filter. */
  filters?: ReactNode;
  filterNames?: readonly string[];
  actions?: ReactNode;
  /** Between the bar and the table. */
  notice?: ReactNode;
}

/** A section that is one table: search, filters, sorting, pages and the open page of it all in its address. */
export function TableSection<Row, Field extends string>(props: TableSectionProps<Row, Field>) {
  const { title, noun, form, columns, content, idOf, ask, filters, actions } = props;
  const [search] = useSearchParams();
  const { q, sorting } = readTableAddress(search, sortFieldsOf(columns));
  const change = useAddressChange();
  const onSearch = useCallback((text: string) => change({ q: text }), [change]);
  const isFiltered = q !== '' || (props.filterNames ?? []).some((name) => search.has(name));
  const shownSorting = sorting ?? props.defaultSorting ?? null;
  const sortBy = (next: Sorting<Field> | null) => change({ sort: next && writeSorting(next) });
  return (
    <>
      <div className="bar">
        <h1>{title}</h1>
        <SearchField label={`Search ${title.toLowerCase()}`} value={q} onSearch={onSearch} />
        {filters}
        <SortSelect columns={columns} sorting={sorting} onSort={sortBy} />
        {actions}
      </div>
      {props.notice}
      {content.failure !== null && <ListFailure message={content.failure} />}
      <Busy>
        {content.rows.length > 0 ? (
          <DataTable
            label={title}
            {...{ form, columns, idOf }}
            rows={content.rows}
            sorting={shownSorting}
            onSort={(field) => sortBy(nextSorting(shownSorting, field))}
          />
        ) : (
          <p className="state muted">{isFiltered ? `No ${noun[1]} match what you look for.` : props.empty}</p>
        )}
      </Busy>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="subtle num" role="status">
          {content.total.toLocaleString('en-US')} {noun[content.total === 1 ? 0 : 1]}
        </p>
        <Pages label={`Pages of ${noun[1]}`} page={content.page} total={content.total} />
        {content.total > 0 && <ExportButton filename={noun[1]} {...{ columns, ask, idOf }} />}
      </div>
    </>
  );
}

/** Goes to the same section with other parameters. What is typed letter by letter leaves one step to go back. */
export function useAddressChange(): (changes: Readonly<Record<string, string | null>>) => void {
  const navigate = useNavigate();
  const here = useLocation();
  const next = useNavigation().location;
  // What was asked for a moment ago and is still on its way is kept.
  const search = next?.pathname === here.pathname ? next.search : here.search;
  return useCallback(
    (changes) => {
      const now = new URLSearchParams(search);
      const isTyping = 'q' in changes && now.has('q');
      void navigate(changedAddress(now, changes), { replace: isTyping, preventScrollReset: true });
    },
    [navigate, search],
  );
}

/** While another page of the table is on its way, this one steps back a little, not at once. */
function Busy({ children }: { children: ReactNode }) {
  const isWaiting = useNavigation().state === 'loading';
  return (
    <div className={isWaiting ? 'panel opacity-50 transition-opacity delay-300' : 'panel'} aria-busy={isWaiting}>
      {children}
    </div>
  );
}
