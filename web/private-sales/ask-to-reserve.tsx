import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

interface AskToReserveProps {
  token: string;
  piece: { id: string; name: string };
}

/** The button in a viewing room by which its visitor asks the gallery to reserve a piece. */
export function AskToReserve({ token, piece }: AskToReserveProps) {
  const { name } = piece;
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <>
      {sentTo !== null && (
        <div className="col-span-full wrap-anywhere">
          <Note tone="done">
            <Trans>
              We have your request for {name}. The gallery writes to {sentTo}.
            </Trans>
          </Note>
        </div>
      )}
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        {sentTo === null ? (
          <Trans>
            Ask to reserve<span className="visually-hidden"> {name}</span>
          </Trans>
        ) : (
          <Trans>
            Ask again<span className="visually-hidden"> {name}</span>
          </Trans>
        )}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} labelledBy={titleId}>
        <div className="grid gap-4">
          <h2 className="heading-dialog wrap-anywhere" id={titleId}>
            <Trans>Ask to reserve {name}</Trans>
          </h2>
          <RequestForm
            {...{ token, piece }}
            onCancel={() => setOpen(false)}
            onSent={(email) => {
              setSentTo(email);
              setOpen(false);
            }}
          />
        </div>
      </Dialog>
    </>
  );
}

interface RequestFormProps extends AskToReserveProps {
  onCancel: () => void;
  onSent: (email: string) => void;
}

function RequestForm({ token, piece, onCancel, onSent }: RequestFormProps) {
  const session = useSession();
  const { isBusy, failure, form } = useSubmission(async () => {
    if (!form.ref.current) return;
    const fields = new FormData(form.ref.current);
    const text = (name: string) => String(fields.get(name) ?? '');
    const asked = { name: text('name'), email: text('email'), message: text('message') };
    const answer = await call('askToReserve', { body: { token, listingId: piece.id, ...asked } });
    if (!answer.success) return answer.fields ? { message: '', fields: answer.fields } : answer;
    onSent(asked.email.trim());
  });
  const errors = failure?.fields ?? {};
  return (
    <form className="grid gap-4" method="post" {...form}>
      <p className="muted">
        <Trans>The gallery answers by email. Until it has reserved the piece for you, anybody can buy it.</Trans>
      </p>
      <TextField
        {...{ label: t`Name`, name: 'name', autoComplete: 'name', required: true }}
        defaultValue={session?.name}
        error={errors.name}
      />
      <TextField
        {...{ label: t`Email`, name: 'email', type: 'email', autoComplete: 'email', required: true }}
        defaultValue={session?.email}
        error={errors.email}
      />
      <TextArea label={t`Message (optional)`} name="message" error={errors.message} />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onCancel}>
        <Trans>Send request</Trans>
      </DialogActions>
    </form>
  );
}
