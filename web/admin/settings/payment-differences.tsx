import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PaymentDifference } from '#contract/reconciliation.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';

export const differencesPerPage = 10;

interface PaymentDifferencesProps {
  /** The first page of the differences. */
  first: readonly PaymentDifference[];
  total: number;
}

/** The differences that the last comparison found, newest first. */
export function PaymentDifferences({ first, total }: PaymentDifferencesProps) {
  const [more, setMore] = useState<{ after: readonly PaymentDifference[]; rows: PaymentDifference[] }>({
    after: first,
    rows: [],
  });
  // When the first page was loaded again, the further pages may be out of date.
  const further = more.after === first ? more.rows : [];
  const shown = [...first, ...further];
  const { isBusy, failure, submit } = useSubmission(async () => {
    const page = Math.floor(shown.length / differencesPerPage) + 1;
    const answer = await call('getComparison', { query: { page, pageSize: differencesPerPage } });
    if (!answer.success) return adminFailure(t`Failed to load`, answer);
    setMore({ after: first, rows: [...further, ...answer.differences] });
    return undefined;
  });
  if (total === 0) return null;
  return (
    <>
      <header className="border-t border-line">
        <h3>
          {t`What differs`} <span className="subtle numeric font-normal">{total}</span>
        </h3>
      </header>
      <ul className="rows">
        {shown.map((difference) => (
          <DifferenceLine key={difference.id} difference={difference} />
        ))}
      </ul>
      {shown.length < total && (
        <div className="grid justify-items-start gap-3 border-t border-line p-5">
          {failure && <FailureNote>{failure.message}</FailureNote>}
          <Button variant="line" busy={isBusy} onClick={submit}>
            {t`Show more`}
          </Button>
        </div>
      )}
    </>
  );
}

function DifferenceLine({ difference: { orderId, intentId, text, foundAt } }: { difference: PaymentDifference }) {
  const { day } = useTimes();
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        {orderId === null ? (
          <span className="font-medium">{intentId}</span>
        ) : (
          <Link className="font-medium" to={`/admin/orders/${orderId}`}>
            {orderId}
          </Link>
        )}
        <span className="subtle text-13 block">{text}</span>
      </span>
      <time className="end subtle numeric" dateTime={foundAt}>
        {day(foundAt)}
      </time>
    </li>
  );
}
