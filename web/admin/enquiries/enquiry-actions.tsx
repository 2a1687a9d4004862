import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import type { Enquiry } from '#contract/enquiries.ts';
import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { useHasRole } from '../admin-access.ts';
import { adminFailure } from '../admin-failure.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { replyAddress } from './reply-address.ts';
import { SendCondition } from './send-condition.tsx';

interface EnquiryActionsProps {
  enquiry: Enquiry;
  onOffer: () => void;
  /** Null if this admin may not answer. */
  onAnswer: (() => void) | null;
  onDelete: () => void;
  /** Called when a button was removed that may have had the focus. */
  onChanged: () => void;
}

/** The buttons of an enquiry: send the report, answer, reply by mail program, done or open again, offer the pieces, delete. */
export function EnquiryActions({ enquiry, onAnswer, onOffer, onDelete, onChanged }: EnquiryActionsProps) {
  const { id, doneAt, pieces, asksFor } = enquiry;
  const mayAnswer = useHasRole('staff');
  const shop = useShop();
  const { minute } = useTimes();
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await (doneAt === null
      ? call('markEnquiryDone', { params: { id } })
      : call('reopenEnquiry', { params: { id } }));
    if (answer.success)
      showToast({ tone: 'done', text: doneAt === null ? t`Enquiry marked as done` : t`Enquiry open again` });
    await revalidate();
    if (!answer.success)
      return adminFailure(
        doneAt === null ? t`Failed to mark the enquiry as done` : t`Failed to open the enquiry again`,
        answer,
      );
    onChanged();
  });
  const described = { 'aria-describedby': `enquiry-${id}` };
  return (
    <div className="flex flex-wrap items-center gap-3">
      {failure && <FailureNote>{failure.message}</FailureNote>}
      {mayAnswer && asksFor === 'condition report' && pieces.length > 0 && (
        <SendCondition enquiry={enquiry} onSent={onChanged} />
      )}
      {onAnswer && (
        <Button variant="line" {...described} onClick={onAnswer}>
          <Trans>Answer</Trans>
        </Button>
      )}
      <a className={buttonClass('line')} href={replyAddress(enquiry, shop.name)} {...described}>
        <PanelIcon name="letter" small />
        <Trans>Reply in your mail program</Trans>
      </a>
      {mayAnswer && (
        <>
          <Button variant="line" busy={isBusy} {...described} onClick={submit}>
            {doneAt === null ? t`Done` : t`Open Again`}
          </Button>
          {pieces.length > 0 && (
            <Button variant="line" aria-haspopup="dialog" {...described} onClick={onOffer}>
              <Trans>Make an Offer</Trans>
            </Button>
          )}
          <Button variant="line" {...described} onClick={onDelete}>
            <Trans>Delete</Trans>
          </Button>
        </>
      )}
      {doneAt !== null && (
        <span className="subtle numeric flex items-center gap-2">
          <Icon name="done" small />
          {t`Done ${{ time: minute(doneAt) }}`}
        </span>
      )}
    </div>
  );
}
