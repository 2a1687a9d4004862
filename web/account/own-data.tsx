import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { callForFile } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { saveFile } from './save-file.ts';

/** Two buttons: one downloads everything that is stored about the user, one deletes the account. */
export function OwnData() {
  const [asking, setAsking] = useState(false);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadOwnRecords');
    if (!answer.success) return { message: t`Failed to download your data: ${{ reason: answer.message }}` };
    saveFile(answer.file, 'my-data.json');
  });

  return (
    <section className="form">
      <h2>
        <Trans>Your data</Trans>
      </h2>
      <p className="small muted max-w-[var(--measure)]">
        <Trans>
          The file holds everything the shop keeps about you. Deleting the account deletes profile, cart, payment
          details and sessions; orders stay in the shop's records, as the law asks.
        </Trans>
      </p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap gap-3">
        <Button variant="line" busy={isBusy} onClick={submit}>
          <Trans>Download My Data</Trans>
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          <Trans>Delete My Account</Trans>
        </Button>
      </div>
      <DeleteAccountDialog open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}
