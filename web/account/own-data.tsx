import { useState } from 'react';
import { callForFile } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { saveFile } from './save-file.ts';

/** Downloads everything stored about the customer, and deletes the account. */
export function OwnData() {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  async function download() {
    setBusy(true);
    const answer = await callForFile('downloadOwnRecords');
    setBusy(false);
    if (answer.success) saveFile(answer.file, 'my-data.json');
    else showToast({ tone: 'failed', text: `Failed to download your data: ${answer.message}` });
  }

  return (
    <section className="form">
      <h2>Your data</h2>
      <p className="small muted max-w-[var(--measure)]">
        The file holds everything the shop keeps about you. Deleting the account deletes profile, cart, payment details
        and sessions; orders stay in the shop's records, as the law asks.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="line" busy={busy} onClick={() => void download()}>
          Download My Data
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete My Account
        </Button>
      </div>
      <DeleteAccountDialog open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}
