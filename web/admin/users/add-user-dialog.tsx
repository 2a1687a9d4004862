import { type FormEvent, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import { noProblems, type Problems, useFocusOnProblem } from '../../account/problems.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failureText } from '../admin-failure.ts';

interface NewUser {
  name: string;
  email: string;
  password: string;
  isAdmin: boolean;
}

const noUser: NewUser = { name: '', email: '', password: '', isAdmin: false };
const required = 'Please fill in all required fields';

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
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const [problems, setProblems] = useState(noProblems);
  const [busy, setBusy] = useState(false);
  useFocusOnProblem(form, problems);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const missing = problemsOfMissing(draft);
    setProblems(missing);
    if (missing.message !== null) return;
    setBusy(true);
    const answer = await call('addUser', { body: draft });
    setBusy(false);
    if (!answer.success) {
      const fields = Object.fromEntries((answer.issues ?? []).map(({ path, message }) => [path, message]));
      return setProblems({ message: failureText('Failed to add user', answer), fields });
    }
    onAdded();
    onClose();
    showToast({ tone: 'done', text: 'User added successfully' });
    await revalidate();
  }

  return (
    <form className="grid gap-4" ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="text-18!" id={titleId}>
        Add New User
      </h2>
      {problems.message !== null && <Note tone="failed">{problems.message}</Note>}
      <Fields draft={draft} problems={problems} onChange={onChange} />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button variant="line" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Add User
        </Button>
      </div>
    </form>
  );
}

function Fields({ draft, problems, onChange }: Pick<AddUserFormProps, 'draft' | 'onChange'> & { problems: Problems }) {
  const field = (name: 'name' | 'email' | 'password') => ({
    name,
    required: true,
    value: draft[name],
    error: problems.fields[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField label="Name" autoComplete="off" maxLength={limits.name} data-autofocus {...field('name')} />
      <TextField label="Email" type="email" autoComplete="off" maxLength={limits.email} {...field('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        minLength={limits.passwordMinimum}
        maxLength={limits.passwordMaximum}
        hint={`At least ${limits.passwordMinimum} characters`}
        {...field('password')}
      />
      <Checkbox
        label="Make user admin"
        name="isAdmin"
        checked={draft.isAdmin}
        onChange={({ target }) => onChange({ isAdmin: target.checked })}
      />
    </>
  );
}

function problemsOfMissing(draft: NewUser): Problems {
  const missing = (['name', 'email', 'password'] as const).filter((name) => draft[name].trim() === '');
  if (missing.length === 0) return noProblems;
  return { message: required, fields: Object.fromEntries(missing.map((name) => [name, 'This field is required'])) };
}
