import { useSearchParams } from 'react-router';
import type { BankRow } from '#contract/bank.ts';
import { type BankRowState, bankRowStates } from '#contract/states.ts';
import { Price } from '../../shell/price.tsx';
import { timesIn } from '../../shell/times.ts';
import { DataTable } from '../table/data-table.tsx';
import { Pages } from '../table/pages.tsx';
import { useAddressChange } from '../table/table-section.tsx';
import { RowMatch } from './row-match.tsx';
import type { useBankLists } from './use-bank-lists.ts';

interface BankRowsProps {
  lists: ReturnType<typeof useBankLists>;
  state: BankRowState;
  total: number;
  page: number;
}

const labels: Readonly<Record<BankRowState, string>> = {
  open: 'To match',
  recorded: 'Recorded',
  dismissed: 'Not for the shop',
};

/** Rows of the statements: what is to be matched, or what was done. The state to show is in the URL: `?state=recorded`. */
export function BankRows({ lists, state, total, page }: BankRowsProps) {
  const [search] = useSearchParams();
  const change = useAddressChange();
  return (
    <section className="panel" aria-labelledby="rows">
      <header>
        <h2 id="rows">
          Rows of your statements <span className="subtle numeric font-normal">{total.toLocaleString('en-US')}</span>
        </h2>
        <select
          className="input input-small w-auto"
          aria-label="Show rows"
          value={bankRowStates.find((known) => known === search.get('state')) ?? 'open'}
          onChange={({ target }) => change({ state: target.value === 'open' ? null : target.value })}
        >
          {bankRowStates.map((known) => (
            <option key={known} value={known}>
              {labels[known]}
            </option>
          ))}
        </select>
      </header>
      {lists.rows.length === 0 ? (
        <p className="state muted">{state === 'open' ? 'No row waits to be matched.' : 'There are no such rows.'}</p>
      ) : (
        <RowTable lists={lists} />
      )}
      <Pages label="Pages of rows" page={page} total={total} />
    </section>
  );
}

function RowTable({ lists }: Pick<BankRowsProps, 'lists'>) {
  return (
    <DataTable<BankRow, never>
      label="Rows of your statements"
      form="table-plain"
      columns={[
        {
          title: 'Text of the bank',
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
        { title: 'Amount', right: true, cellClass: 'strong align-top', cell: ({ amount }) => <Price of={amount} /> },
        {
          title: 'Which order',
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
      sorting={null}
      onSort={() => {}}
    />
  );
}
