import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { BankRow, TransferOrder } from '#contract/bank.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { usePrices } from '../../shell/price.tsx';
import { Button } from '../../ui/button.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { wordsOfMatch } from './match-words.ts';
import { OrderChoice } from './order-choice.tsx';

interface RowMatchProps {
  row: BankRow;
  /** The orders that the row names, as they are now. */
  named: readonly TransferOrder[];
  /** What was done with the row since the list was loaded, in words. */
  outcome: string | undefined;
  onRecorded: (order: OrderDetails) => void;
  onDismissed: (row: BankRow) => void;
}

/** The order that a row pays, or the choice of that order. What was just done with the row stands first. */
export function RowMatch({ row, named, outcome, onRecorded, onDismissed }: RowMatchProps) {
  const { orderId } = row;
  return (
    <div className="grid gap-2">
      {outcome !== undefined && <Outcome key={outcome}>{outcome}</Outcome>}
      {row.isRecorded && outcome === undefined && (
        <span>
          <Trans>
            Recorded for <Link to={`/admin/orders/${orderId}`}>{orderId}</Link>
          </Trans>
        </span>
      )}
      {row.isDismissed && <BringBack row={row} onDismissed={onDismissed} />}
      {!row.isRecorded && !row.isDismissed && (
        <Matching row={row} named={named} onRecorded={onRecorded} onDismissed={onDismissed} />
      )}
    </div>
  );
}

/** What was just done. It takes the focus, because the button that had it was removed. */
function Outcome({ children }: { children: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1} role="status" className="text-jade">
      {children}
    </p>
  );
}

function Matching({ row, named, onRecorded, onDismissed }: Omit<RowMatchProps, 'outcome'>) {
  const price = usePrices();
  const { text } = row;
  const [only] = named;
  const isExact = row.match === 'matched' && only?.left === row.amount;
  const [other, setOther] = useState<TransferOrder | null>(null);
  const chosen = other ?? (isExact ? only : null);
  const recorded = chosen && wordsOfMatch(row.amount, chosen, price).recorded;
  const match = useSubmission(async () => {
    if (!chosen || !recorded) return undefined;
    const isPart = recorded < row.amount;
    const body = { hash: row.hash, orderId: chosen.id, ...(isPart && { amount: recorded }) };
    const answer = await call('matchBankRow', { body });
    if (!answer.success) return adminFailure(t`Failed to match the row`, answer);
    onRecorded(answer.order);
    return undefined;
  });
  const dismissal = useDismissal(row, true, onDismissed);
  const failure = match.failure ?? dismissal.failure;
  return (
    <>
      <OrderChoice row={row} named={named} chosen={chosen} onChoose={setOther} />
      {failure && (
        <p role="alert" className="text-crimson">
          {failure.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          variant="line"
          small
          disabled={!recorded}
          busy={match.isBusy}
          busyLabel={t`Matching...`}
          aria-label={t`Match ${text}`}
          onClick={() => {
            dismissal.setFailure(null);
            match.submit();
          }}
        >
          {t`Match`}
        </Button>
        <Button
          variant="text"
          small
          busy={dismissal.isBusy}
          aria-label={t`Not for the shop: ${text}`}
          onClick={() => {
            match.setFailure(null);
            dismissal.submit();
          }}
        >
          {t`Not for the shop`}
        </Button>
      </div>
    </>
  );
}

function BringBack({ row, onDismissed }: Pick<RowMatchProps, 'row' | 'onDismissed'>) {
  const { isBusy, failure, submit } = useDismissal(row, false, onDismissed);
  const { text } = row;
  return (
    <>
      {failure && (
        <p role="alert" className="text-crimson">
          {failure.message}
        </p>
      )}
      <span className="flex flex-wrap items-center gap-x-4">
        {t`Not for the shop`}
        <Button variant="text" small busy={isBusy} aria-label={t`Bring back ${text}`} onClick={submit}>
          {t`Bring back`}
        </Button>
      </span>
    </>
  );
}

function useDismissal(row: BankRow, isDismissed: boolean, onDismissed: (row: BankRow) => void) {
  return useSubmission(async () => {
    const answer = await call('dismissBankRow', { params: { id: row.hash }, body: { isDismissed } });
    if (!answer.success) return adminFailure(t`Failed to change the row`, answer);
    onDismissed(answer.row);
    return undefined;
  });
}
