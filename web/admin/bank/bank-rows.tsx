import { t } from '@lingui/core/macro';
import type { BankRow } from '#contract/bank.ts';
import { type BankRowState, bankRowStates } from '#contract/states.ts';
import { inDigits } from '../../language/numbers.ts';
import { Price } from '../../shell/price.tsx';
import { timesIn } from '../../shell/times.ts';
import { DataTable } from '../table/data-table.tsx';
import { Pages } from '../table/pages.tsx';
import { useParameterChoice } from '../table/use-address-change.ts';
import { RowMatch } from './row-match.tsx';
import type { useBankLists } from './use-bank-lists.ts';

interface BankRowsProps {
  lists: ReturnType<typeof useBankLists>;
  state: BankRowState;
  total: number;
  page: number;
}

const labels: Readonly<Record<BankRowState, string>> = {
  open: t`To match`,
  recorded: t`Recorded`,
  dismissed: t`Not for the shop`,
};

/** The rows of the statements in one state, which the URL has: `?state=recorded`. Without it these are the rows to match. */
export function BankRows({ lists, state, total, page }: BankRowsProps) {
  const [chosen, choose] = useParameterChoice('state');
  return (
    <section className="panel" aria-labelledby="rows">
      <header>
        <h2 id="rows">
          {t`Rows of your statements`} <span className="subtle numeric font-normal">{inDigits(total)}</span>
        </h2>
        <select
          className="input input-small w-auto"
          aria-label={t`Show rows`}
          value={bankRowStates.find((known) => known === chosen) ?? 'open'}
          onChange={({ target }) => choose(target.value === 'open' ? '' : target.value)}
        >
          {bankRowStates.map((known) => (
            <option key={known} value={known}>
              {labels[known]}
            </option>
          ))}
        </select>
      </header>
      {lists.rows.length === 0 ? (
        <p className="state muted">{state === 'open' ? t`No row waits to be matched.` : t`There are no such rows.`}</p>
      ) : (
        <RowTable lists={lists} />
      )}
      <Pages label={t`Pages of rows`} page={page} total={total} />
    </section>
  );
}

function RowTable({ lists }: Pick<BankRowsProps, 'lists'>) {
  return (
    <DataTable<BankRow, never>
      label={t`Rows of your statements`}
      form="table-plain"
      columns={[
        {
          title: t`Text of the bank`,
          cellClass: 'cell-main wrap-anywhere align-top',
          cell: ({ text, bookedOn }) => (
            <>
              {text}
              <time className="subtle numeric block text-12" dateTime={bookedOn}>
                {timesIn('UTC', 'UTC').day(bookedOn)}
              </time>
            </>
          ),
        },
        { title: t`Amount`, right: true, cellClass: 'strong align-top', cell: ({ amount }) => <Price of={amount} /> },
        {
          title: t`Which order`,
          cellClass: 'cell-full lg:w-1/2',
          cell: (row) => (
            <RowMatch
              row={row}
              named={lists.namedBy(row)}
              outcome={lists.outcomeOf(row)}
              onRecorded={(order) => lists.record(row, order)}
              onDismissed={lists.dismiss}
            />
          ),
        },
      ]}
      rows={lists.rows}
      idOf={({ hash }) => hash}
    />
  );
}
