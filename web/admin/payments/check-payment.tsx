import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { PaymentAttempt } from '#contract/payments.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { attemptStateLabels } from './attempt-words.ts';

interface CheckPaymentProps {
  payment: PaymentAttempt;
  describedBy: string;
  onChecked: (payment: PaymentAttempt) => void;
}

/** The button that asks the processor for the state of a payment, and the answer beside it. */
export function CheckPayment({ payment, describedBy, onChecked }: CheckPaymentProps) {
  const [answer, setAnswer] = useState('');
  const { isBusy, failure, submit } = useSubmission(async () => {
    setAnswer('');
    const reply = await call('checkPayment', { params: { id: payment.id } });
    if (!reply.success) return adminFailure(t`Failed to check the payment`, reply);
    const state = attemptStateLabels[reply.payment.state];
    setAnswer(reply.payment.state === payment.state ? t`Checked: nothing has changed.` : t`Checked: ${state}.`);
    onChecked(reply.payment);
    return undefined;
  });
  return (
    <div className="row-actions flex-wrap items-center gap-x-2">
      <Button variant="line" aria-describedby={describedBy} busy={isBusy} busyLabel={t`Checking...`} onClick={submit}>
        <Trans>Check now</Trans>
      </Button>
      <span role="status" className="muted lg:order-first">
        {answer}
      </span>
      {failure && (
        <span role="alert" className="max-w-80 text-crimson lg:order-first">
          {failure.message}
        </span>
      )}
    </div>
  );
}
