import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../api.ts';
import { signOut } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for the password before the account is deleted. */
export function DeleteAccountDialog({ open, onClose }: DeleteAccountDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId} alert>
      <DeleteAccountForm titleId={titleId} onClose={onClose} />
    </Dialog>
  );
}

function DeleteAccountForm({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [currentPassword, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setProblem(undefined);
    setBusy(true);
    const answer = await call('deleteOwnAccount', { body: { currentPassword } });
    setBusy(false);
    if (!answer.success) {
      // Rendered synchronously, so that screen readers read the message together with the focused field.
      flushSync(() => setProblem(answer.message));
      field.current?.focus();
      return;
    }
    onClose();
    await signOut();
    showToast({ tone: 'done', text: 'Your account has been deleted.' });
  }

  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="h-dialog" id={titleId}>
        Delete your account?
      </h2>
      <p>
        Profile, cart, payment details and sessions are deleted. Orders stay in the shop's records. This action cannot
        be undone.
      </p>
      <TextField
        ref={field}
        label="Password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        value={currentPassword}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button variant="line" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant="danger-solid" type="submit" busy={busy}>
          Delete My Account
        </Button>
      </div>
    </form>
  );
}
