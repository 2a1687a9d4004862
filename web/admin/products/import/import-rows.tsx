import { type ImportKind, importKinds } from '#contract/import-columns.ts';
import type { ImportRow, ImportSummary } from '#contract/imports.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Pages } from '../../table/pages.tsx';
import { useAddressChange } from '../../table/table-section.tsx';
import { doneLabels, kindLabels } from './import-words.ts';

interface ImportRowsProps {
  of: ImportSummary;
  rows: readonly ImportRow[];
  total: number;
  page: number;
  /** The kind that is shown; null: all. */
  kind: ImportKind | null;
}

/** What the import does with each row, or with those of one kind: `?kind=refused`. */
export function ImportRows({ of, rows, total, page, kind }: ImportRowsProps) {
  const change = useAddressChange();
  const labels = of.state === 'planned' ? kindLabels : doneLabels;
  return (
    <section className="panel" aria-labelledby="rows">
      <header>
        <h2 id="rows" tabIndex={-1}>
          {kind === null ? 'Rows' : labels[kind]}{' '}
          <span className="subtle numeric font-normal">{total.toLocaleString('en-US')}</span>
        </h2>
        <select
          className="input input-small w-auto"
          aria-label="Show rows"
          value={kind ?? ''}
          onChange={({ target }) => change({ kind: target.value || null })}
        >
          <option value="">All rows</option>
          {importKinds.map((known) => (
            <option key={known} value={known}>
              {labels[known]}
            </option>
          ))}
        </select>
      </header>
      {rows.length === 0 ? (
        <p className="state muted">There are no such rows.</p>
      ) : (
        <RowTable rows={rows} labels={labels} />
      )}
      <Pages label="Pages of rows" page={page} total={total} />
    </section>
  );
}

function RowTable({ rows, labels }: { rows: readonly ImportRow[]; labels: Readonly<Record<ImportKind, string>> }) {
  return (
    <DataTable<ImportRow, never>
      label="Rows of the file"
      form="table-plain"
      columns={[
        {
          title: 'Piece',
          cellClass: 'strong cell-main wrap-anywhere align-top',
          cell: ({ name, row, foundBy }) => (
            <>
              {name || '(no name)'}
              <span className="subtle block font-normal text-12">
                Row {row}
                {foundBy && `. ${foundBy}`}
              </span>
            </>
          ),
        },
        { title: 'Kind', cellClass: 'cell-full align-top', cell: ({ kind }) => labels[kind] },
        { title: 'What happens', cellClass: 'cell-full align-top lg:w-1/2', cell: (row) => <Happening row={row} /> },
      ]}
      rows={rows}
      idOf={({ row, name }) => `${row} ${name}`}
      sorting={null}
      onSort={() => {}}
    />
  );
}

function Happening({ row: { kind, changes, problems, reason, warnings } }: { row: ImportRow }) {
  return (
    <ul className="grid gap-1 py-1.5">
      {problems.map(({ column, message, value }) => (
        <li key={column + message}>
          <span className="text-crimson">
            {column && `${column}: `}
            {message}
          </span>
          {value && <span className="muted wrap-anywhere block text-12">In the file: {value}</span>}
        </li>
      ))}
      {reason && <li className="muted">{reason}</li>}
      {changes.map(({ label, before, after, warning }) => (
        <li key={label} className="wrap-anywhere">
          <span className="muted">{label}: </span>
          {kind !== 'new' && (
            <>
              <span className="visually-hidden">was </span>
              <del className="muted numeric">{before}</del> <span className="visually-hidden">becomes </span>
            </>
          )}
          <span className="numeric">{after}</span>
          {warning && <span className="text-amber"> {warning}</span>}
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning} className="text-amber">
          {warning}
        </li>
      ))}
      {kind === 'same' && <li className="muted">Nothing</li>}
    </ul>
  );
}
