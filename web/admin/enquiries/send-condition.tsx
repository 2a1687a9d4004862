import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import type { Enquiry } from '#contract/enquiries.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';

interface SendConditionProps {
  enquiry: Enquiry;
  onSent: () => void;
}

/** Emails the person who enquired a link to the newest condition report of the piece, and marks the enquiry as done. */
export function SendCondition({ enquiry: { id }, onSent }: SendConditionProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('answerWithConditionReport', { params: { id } });
    if (!answer.success) return adminFailure(t`Failed to send the report`, answer);
    showToast({ tone: 'done', text: t`Condition report sent` });
    await revalidate();
    onSent();
    return undefined;
  });
  return (
    <>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <Button
        variant="line"
        busy={isBusy}
        busyLabel={t`Sending...`}
        aria-describedby={`enquiry-${id}`}
        onClick={submit}
      >
        <Trans>Send Condition Report</Trans>
      </Button>
    </>
  );
}
