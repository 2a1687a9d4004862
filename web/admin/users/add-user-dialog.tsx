import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { missingFields } from '../missing-fields.ts';

interface NewUser {
  name: string;
  email: string;
  password: string;
  isAdmin: boolean;
}

const { passwordMinimum } = limits;

const noUser: NewUser = { name: '', email: '', password: '', isAdmin: false };

/** Adds a user. Typed values are kept when the dialog closes, until the user was added. */
export function AddUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const titleId = useId();
  const [draft, setDraft] = useState(noUser);
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId}>
      <AddUserForm
        titleId={titleId}
        draft={draft}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        onAdded={() => setDraft(noUser)}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface AddUserFormProps {
  titleId: string;
  draft: NewUser;
  onChange: (changes: Partial<NewUser>) => void;
  onAdded: () => void;
  onClose: () => void;
}

function AddUserForm({ titleId, draft, onChange, onAdded, onClose }: AddUserFormProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, form } = useSubmission(() => missingFields(draft, ['name', 'email', 'password']) ?? add());

  async function add(): Promise<FormFailure | undefined> {
    const answer = await call('addUser', { body: draft });
    if (!answer.success) return adminFailure(t`Failed to add user`, answer);
    onAdded();
    onClose();
    showToast({ tone: 'done', text: t`User added successfully` });
    void revalidate();
  }

  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        {t`Add New User`}
      </h2>
      <Fields draft={draft} failure={failure} onChange={onChange} />
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onClose}>
        {t`Add User`}
      </DialogActions>
    </form>
  );
}

interface FieldsProps extends Pick<AddUserFormProps, 'draft' | 'onChange'> {
  failure: FormFailure | null;
}

function Fields({ draft, failure, onChange }: FieldsProps) {
  const field = (name: 'name' | 'email' | 'password') => ({
    name,
    required: true,
    value: draft[name],
    error: failure?.fields?.[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField label={t`Name`} autoComplete="off" maxLength={limits.name} data-autofocus {...field('name')} />
      <TextField label={t`Email`} type="email" autoComplete="off" maxLength={limits.email} {...field('email')} />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="new-password"
        minLength={passwordMinimum}
        maxLength={limits.passwordMaximum}
        hint={t`At least ${passwordMinimum} characters`}
        {...field('password')}
      />
      <Checkbox
        label={t`Make user admin`}
        name="isAdmin"
        checked={draft.isAdmin}
        onChange={({ target }) => onChange({ isAdmin: target.checked })}
      />
    </>
  );
}
