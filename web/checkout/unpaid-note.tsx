import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderDetails } from '#contract/orders.ts';
import { useTimes } from '../shell/use-times.ts';
import { Note } from '../ui/note.tsx';
import { declineWords } from './decline-words.ts';
import { useTransferWords } from './transfer-words.ts';

/** Says to a buyer who came back from the page of the processor that nothing was paid, or why the payment was declined. */
export function UnpaidNote({ order: { declined, holdExpiresAt, paymentMethod } }: { order: OrderDetails }) {
  const { clock } = useTimes();
  const transfer = useTransferWords();
  const isPayTo = paymentMethod === 'payto';
  if (!declined && isPayTo)
    return (
      <Note tone="failed">
        <Trans>
          <strong className="font-semibold">Nothing was paid.</strong> Your bank account was not charged. You can try
          again, or use a card.
        </Trans>
      </Note>
    );
  if (!declined)
    return (
      <Note tone="failed">
        <Trans>
          <strong className="font-semibold">Nothing was paid.</strong> Your card was not charged. You can try again,
          with the same card or another one.
        </Trans>
      </Note>
    );
  return (
    <Note tone="failed">
      <strong className="font-semibold">{isPayTo ? t`Your bank refused the payment.` : declineWords[declined]}</strong>{' '}
      {nextStep(isPayTo, transfer?.label)}
      {holdExpiresAt && ` ${t`The pieces stay held for you until ${{ time: clock(holdExpiresAt) }}.`}`}
    </Note>
  );
}

function nextStep(isPayTo: boolean, transfer: string | undefined): string {
  if (transfer)
    return isPayTo
      ? t`Nothing was charged. Use a card, or choose ${transfer} below.`
      : t`Nothing was charged. Use another card, or choose ${transfer} below.`;
  return isPayTo ? t`Nothing was charged. Use a card.` : t`Nothing was charged. Use another card.`;
}
