import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import type { Role } from '#contract/roles.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { TextField } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { missingFields } from '../missing-fields.ts';
import { RoleChoice } from './role-choice.tsx';

interface NewPerson {
  email: string;
  role: Role;
  name: string;
  password: string;
}

const { passwordMinimum } = limits;

const nobody: NewPerson = { email: '', role: 'viewer', name: '', password: '' };

/** The dialog that gives a role to the account of an email, or to a new account if the email has none. */
export function AddPersonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId}>
      <AddPersonForm titleId={titleId} onClose={onClose} />
    </Dialog>
  );
}

function AddPersonForm({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const { draft, change, isNew, isBusy, failure, form } = useNewPerson(onClose);
  const field = (name: 'name' | 'email' | 'password') => ({
    name,
    required: true,
    value: draft[name],
    error: failure?.fields?.[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        {t`Add a Person`}
      </h2>
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="off"
        maxLength={limits.email}
        readOnly={isNew}
        data-autofocus
        {...field('email')}
      />
      <RoleChoice role={draft.role} onRole={(role) => change({ role })} />
      {isNew && (
        <>
          <p className="muted" role="status">
            <Trans>
              This email has no account yet. Give it a name and a password, and tell the person the password: they can
              change it under Password & Sessions.
            </Trans>
          </p>
          <TextField label={t`Name`} autoComplete="off" maxLength={limits.name} autoFocus {...field('name')} />
          <TextField
            label={t`Password`}
            type="password"
            autoComplete="new-password"
            minLength={passwordMinimum}
            maxLength={limits.passwordMaximum}
            hint={t`At least ${passwordMinimum} characters`}
            {...field('password')}
          />
        </>
      )}
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onClose}>
        {t`Add Person`}
      </DialogActions>
    </form>
  );
}

/**
 * The state of the form. The first step gives the role to the account of the email. If there is none, a second step asks for the
 * name and the password of a new account.
 */
function useNewPerson(onAdded: () => void) {
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState(nobody);
  /** The email was looked up and has no account. */
  const [isNew, setNew] = useState(false);
  const change = (changes: Partial<NewPerson>) => setDraft((before) => ({ ...before, ...changes }));
  const submission = useSubmission(async () => {
    const outcome = isNew ? await addAccount(draft) : await giveRole(draft);
    if (outcome === 'no account') {
      setNew(true);
      return;
    }
    if (outcome) return outcome;
    onAdded();
    showToast({ tone: 'done', text: t`Person added successfully` });
    void revalidate();
  });
  return { draft, change, isNew, ...submission };
}

const failed = t`Failed to add the person`;

async function giveRole({ email, role }: NewPerson): Promise<FormFailure | 'no account' | undefined> {
  const missing = missingFields({ email }, ['email']);
  if (missing) return missing;
  const wanted = email.trim().toLowerCase();
  const found = await call('listUsers', { query: { q: wanted, page: 1, pageSize: limits.pageSize } });
  if (!found.success) return adminFailure(failed, found);
  const user = found.users.find((one) => one.email.toLowerCase() === wanted);
  if (!user) return 'no account';
  const person = user.name || user.email;
  if (user.role !== null) return { message: t`${person} has a role already. Change it in the list.` };
  const answer = await call('setRole', { params: { id: user.id }, body: { role } });
  return answer.success ? undefined : adminFailure(failed, answer);
}

async function addAccount(draft: NewPerson): Promise<FormFailure | undefined> {
  const missing = missingFields(draft, ['name', 'password']);
  if (missing) return missing;
  const answer = await call('addUser', { body: draft });
  return answer.success ? undefined : adminFailure(failed, answer);
}
