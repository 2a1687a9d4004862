import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { adjustmentNoteFilename } from '#contract/invoices.ts';
import type { AdjustmentNote, OrderDetails } from '#contract/orders.ts';
import { callForFile } from '../api.ts';
import { Price } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { saveFile } from './save-file.ts';

/** The adjustment notes to the tax invoice of an order, each with a download button. */
export function AdjustmentNotes({ order: { id, adjustmentNotes = [] } }: { order: OrderDetails }) {
  return (
    <ul className="grid gap-2">
      {adjustmentNotes.map((note) => (
        <NoteLine key={note.number} orderId={id} note={note} />
      ))}
    </ul>
  );
}

interface NoteLineProps {
  orderId: string;
  note: AdjustmentNote;
}

function NoteLine({ orderId, note: { number, issuedAt, reason, difference } }: NoteLineProps) {
  const { day } = useTimes();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadAdjustmentNote', { params: { id: orderId, number } });
    if (!answer.success) return { message: t`Failed to download the adjustment note` };
    saveFile(answer.file, adjustmentNoteFilename(number));
    return undefined;
  });
  return (
    <li className="wrap-anywhere">
      <span className="numeric">
        {number}, <Price of={difference} />
      </span>
      <span className="muted block">
        {reason}, {day(issuedAt)}
      </span>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <Button variant="text" className="min-h-6! p-0!" busy={isBusy} onClick={submit}>
        <Trans>
          Download<span className="visually-hidden"> adjustment note {number}</span>
        </Trans>
      </Button>
    </li>
  );
}
