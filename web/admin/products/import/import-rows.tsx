import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ImportKind, importKinds } from '#contract/import-columns.ts';
import type { ImportRow, ImportSummary } from '#contract/imports.ts';
import { inDigits } from '../../../language/numbers.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Pages } from '../../table/pages.tsx';
import { useParameterChoice } from '../../table/use-address-change.ts';
import { doneLabels, kindLabels } from './import-words.ts';

interface ImportRowsProps {
  of: ImportSummary;
  rows: readonly ImportRow[];
  total: number;
  page: number;
  /** The kind of rows that is shown; null if all are. */
  kind: ImportKind | null;
}

/** What the import does with each row, or with those of one kind: `?kind=refused`. */
export function ImportRows({ of, rows, total, page, kind }: ImportRowsProps) {
  const [chosen, choose] = useParameterChoice('kind');
  const labels = of.state === 'planned' ? kindLabels : doneLabels;
  return (
    <section className="panel" aria-labelledby="rows">
      <header>
        <h2 id="rows" tabIndex={-1}>
          {kind === null ? t`Rows` : labels[kind]} <span className="subtle numeric font-normal">{inDigits(total)}</span>
        </h2>
        <select
          className="input input-small w-auto"
          aria-label={t`Show rows`}
          value={importKinds.find((known) => known === chosen) ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{t`All rows`}</option>
          {importKinds.map((known) => (
            <option key={known} value={known}>
              {labels[known]}
            </option>
          ))}
        </select>
      </header>
      {rows.length === 0 ? (
        <p className="state muted">{t`There are no such rows.`}</p>
      ) : (
        <RowTable rows={rows} labels={labels} />
      )}
      <Pages label={t`Pages of rows`} page={page} total={total} />
    </section>
  );
}

function RowTable({ rows, labels }: { rows: readonly ImportRow[]; labels: Readonly<Record<ImportKind, string>> }) {
  return (
    <DataTable<ImportRow, never>
      label={t`Rows of the file`}
      form="table-plain"
      columns={[
        {
          title: t`Piece`,
          cellClass: 'strong cell-main wrap-anywhere align-top',
          cell: ({ name, row, foundBy }) => (
            <>
              {name || t`(no name)`}
              <span className="subtle block font-normal text-12">
                {t`Row ${row}`}
                {foundBy && `. ${foundBy}`}
              </span>
            </>
          ),
        },
        { title: t`Kind`, cellClass: 'cell-full align-top', cell: ({ kind }) => labels[kind] },
        { title: t`What happens`, cellClass: 'cell-full align-top lg:w-1/2', cell: (row) => <Happening row={row} /> },
      ]}
      rows={rows}
      idOf={({ row, name }) => `${row} ${name}`}
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
          {value && <span className="muted wrap-anywhere block text-12">{t`In the file: ${value}`}</span>}
        </li>
      ))}
      {reason && <li className="muted">{reason}</li>}
      {changes.map(({ label, before, after, warning }) => (
        <li key={label} className="wrap-anywhere">
          <span className="muted">{label}: </span>
          {kind === 'new' ? (
            <span className="numeric">{after}</span>
          ) : (
            <Trans>
              <span className="visually-hidden">was </span>
              <del className="muted numeric">{before}</del> <span className="visually-hidden">becomes </span>
              <span className="numeric">{after}</span>
            </Trans>
          )}
          {warning && <span className="text-amber"> {warning}</span>}
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning} className="text-amber">
          {warning}
        </li>
      ))}
      {kind === 'same' && <li className="muted">{t`Nothing`}</li>}
    </ul>
  );
}
