import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { BankRow, TransferOrder } from '#contract/bank.ts';
import { call } from '../../api.ts';
import { usePrices } from '../../shell/price.tsx';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../admin-failure.ts';
import { SearchField } from '../table/search-field.tsx';
import { wordsOfMatch } from './match-words.ts';

interface OrderChoiceProps {
  row: BankRow;
  /** The orders that the row names, as they are now. */
  named: readonly TransferOrder[];
  chosen: TransferOrder | null;
  onChoose: (order: TransferOrder) => void;
}

/** The orders that a row of the statement may pay: those that it names, and those that the owner finds. */
export function OrderChoice({ row, named, chosen, onChoose }: OrderChoiceProps) {
  const { found, status, search } = useOrderSearch();
  const [isSearching, setSearching] = useState(named.length === 0);
  const field = useRef<HTMLDivElement>(null);
  function beginSearch() {
    // The field takes the place of the button that had the focus.
    flushSync(() => setSearching(true));
    field.current?.querySelector('input')?.focus();
  }
  const { text } = row;
  const offered = [...named, ...found.filter(({ id }) => !named.some((order) => order.id === id))];
  return (
    <fieldset className="grid justify-items-start gap-1">
      <legend className="visually-hidden">{t`Which order does this row pay: ${text}`}</legend>
      {offered.map((order) => (
        <Choice
          key={order.id}
          group={row.hash}
          amount={row.amount}
          order={order}
          isChosen={chosen?.id === order.id}
          onChoose={() => onChoose(order)}
        />
      ))}
      {isSearching ? (
        <div ref={field}>
          <SearchField label={t`Find an unpaid order`} value="" onSearch={search} />
        </div>
      ) : (
        <Button variant="text" small onClick={beginSearch}>
          {t`Another order`}
        </Button>
      )}
      <span role="status" className="subtle">
        {status}
      </span>
    </fieldset>
  );
}

interface ChoiceProps {
  group: string;
  amount: number;
  order: TransferOrder;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ group, amount, order, isChosen, onChoose }: ChoiceProps) {
  const price = usePrices();
  const { id, buyer } = order;
  const { words, recorded } = wordsOfMatch(amount, order, price);
  const left = price(order.left);
  const name = (
    <span>
      <Trans>
        <span className="numeric font-medium">{id}</span>, {buyer}, <span className="numeric">{left}</span> left
      </Trans>
      {words && <small className="way-words text-amber">{words}</small>}
    </span>
  );
  // Nothing can be recorded for an order that is paid.
  if (recorded === null)
    return (
      <p>
        <Link to={`/admin/orders/${id}`}>{id}</Link>, {buyer}
        <small className="way-words text-amber">{words}</small>
      </p>
    );
  return (
    <label className="check">
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      {name}
    </label>
  );
}

/** Finds unpaid orders by number, buyer or BPAY reference. */
function useOrderSearch() {
  const [found, setFound] = useState<readonly TransferOrder[]>([]);
  const [status, setStatus] = useState('');
  const latest = useRef<AbortController>(null);
  const search = useCallback(async (q: string) => {
    // The answer to an earlier search could arrive after the answer to this search.
    latest.current?.abort();
    const abort = new AbortController();
    latest.current = abort;
    if (q === '') {
      setFound([]);
      setStatus('');
      return;
    }
    const answer = await call('listTransferOrders', {
      query: { q, ended: '1', page: 1, pageSize: 5 },
      signal: abort.signal,
    });
    if (abort.signal.aborted) return;
    setFound(answer.success ? answer.orders : []);
    setStatus(answer.success ? countWords(answer.total) : failureText(t`Failed to find orders`, answer));
  }, []);
  return { found, status, search: useCallback((q: string) => void search(q), [search]) };
}

function countWords(total: number): string {
  if (total === 0) return t`No unpaid order matches.`;
  return total > 5
    ? t`5 of ${total} orders. Type more to find fewer.`
    : plural(total, { one: '# order found.', other: '# orders found.' });
}
