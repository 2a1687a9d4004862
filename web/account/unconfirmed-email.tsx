import { Trans } from '@lingui/react/macro';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubmission } from '../ui/use-submission.ts';

/** Says that the email address of the account is not confirmed, and sends the link again. */
export function UnconfirmedEmail() {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('resendConfirmation');
    if (!answer.success) return answer;
    showToast({ tone: 'done', text: answer.message });
  });
  return (
    <div className="mt-3 grid gap-3">
      <p className="small muted">
        <Trans>Your email address is unconfirmed. The link in our email confirms it.</Trans>
      </p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div>
        <Button variant="line" small busy={isBusy} onClick={submit}>
          <Trans>Send again</Trans>
        </Button>
      </div>
    </div>
  );
}
