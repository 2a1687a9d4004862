import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import type { Role } from '#contract/roles.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { missingFields } from '../missing-fields.ts';
import { RoleChoice } from './role-choice.tsx';

const nobody: { email: string; role: Role; maySetPrices: boolean } = { email: '', role: 'viewer', maySetPrices: true };

/** The dialog that invites somebody to run the shop with a role. */
export function AddPersonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId}>
      <InviteForm titleId={titleId} onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState(nobody);
  const { isBusy, failure, form } = useSubmission(async () => {
    const missing = missingFields(draft, ['email']);
    if (missing) return missing;
    const answer = await call('inviteStaff', { body: draft });
    if (!answer.success) return adminFailure(t`Failed to invite the person`, answer);
    onClose();
    showToast({ tone: 'done', text: t`Invitation sent` });
    await revalidate();
  });
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        {t`Invite a Person`}
      </h2>
      <p className="muted">
        <Trans>They get an email with a link that works once, for 7 days, and choose their own password.</Trans>
      </p>
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="off"
        maxLength={limits.email}
        required
        data-autofocus
        value={draft.email}
        error={failure?.fields?.email}
        onChange={({ target }) => setDraft((before) => ({ ...before, email: target.value }))}
      />
      <RoleChoice role={draft.role} onRole={(role) => setDraft((before) => ({ ...before, role }))} />
      {draft.role === 'staff' && (
        <Checkbox
          label={t`Sets prices`}
          checked={draft.maySetPrices}
          onChange={({ target }) => setDraft((before) => ({ ...before, maySetPrices: target.checked }))}
        />
      )}
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onClose}>
        {t`Send Invitation`}
      </DialogActions>
    </form>
  );
}
