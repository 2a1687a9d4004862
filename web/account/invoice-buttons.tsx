import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { downloadInvoice, openInvoice } from './invoice-actions.ts';

/** Two buttons, which open and download the invoice of an order. `look` is the style of the buttons beside them. */
export function InvoiceButtons({ orderId, look }: { orderId: string; look: 'button' | 'text' }) {
  const opening = useSubmission(() => openInvoice(orderId));
  const downloading = useSubmission(() => downloadInvoice(orderId));
  const style: Pick<ButtonProps, 'variant' | 'small' | 'className'> =
    look === 'text' ? { variant: 'text', className: 'min-h-6! p-0!' } : { variant: 'line', small: true };
  return (
    <>
      {opening.failure && <FailureNote>{opening.failure.message}</FailureNote>}
      <Button {...style} busy={opening.isBusy} onClick={opening.submit}>
        <Trans>Open Invoice</Trans>
      </Button>
      {downloading.failure && <FailureNote>{downloading.failure.message}</FailureNote>}
      <Button {...style} busy={downloading.isBusy} onClick={downloading.submit}>
        <Trans>Download Invoice</Trans>
      </Button>
    </>
  );
}
