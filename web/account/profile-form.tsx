import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Profile } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../api.ts';
import { updateStoredUser } from '../session.ts';
import { Checkbox, TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { AddressFields } from './address-fields.tsx';
import { EditActions } from './edit-actions.tsx';
import { noProblems, type Problems, problemsOf, useFocusOnProblem } from './problems.ts';
import { draftOf, isSameDraft, type ProfileDraft, withBillingAddress } from './profile-draft.ts';

/** Edit mode of Profile Info. `onDone` returns to the view mode, whether the profile was saved or not. */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const saved = draftOf(profile);
  const [draft, setDraft] = useState(saved);
  const { save, busy, problems } = useSaving(onDone);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, problems);
  const isDirty = !busy && !isSameDraft(draft, saved);
  const change = (changes: Partial<ProfileDraft>) => setDraft(withBillingAddress({ ...draft, ...changes }));

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(draft);
  }

  return (
    <form className="sheet max-w-[44rem]!" ref={form} noValidate onSubmit={submit}>
      <PersonalFields draft={draft} problems={problems} onChange={change} />
      <fieldset className="form">
        <legend className="h-block mb-4 p-0">Delivery</legend>
        <AddressFields kind="delivery" draft={draft} problems={problems} onChange={change} />
      </fieldset>
      <fieldset className="form">
        <legend className="h-block mb-4 p-0">Billing</legend>
        <div>
          <Checkbox
            label="Same as delivery address"
            checked={draft.sameAsDelivery}
            onChange={(event) => change({ sameAsDelivery: event.target.checked })}
          />
        </div>
        {!draft.sameAsDelivery && <AddressFields kind="billing" draft={draft} problems={problems} onChange={change} />}
      </fieldset>
      <EditActions failure={problems.message} busy={busy} dirty={isDirty} onDone={onDone} />
    </form>
  );
}

interface FieldsProps {
  draft: ProfileDraft;
  problems: Problems;
  onChange: (changes: Partial<ProfileDraft>) => void;
}

function PersonalFields({ draft, problems, onChange }: FieldsProps) {
  return (
    <fieldset className="form">
      <legend className="h-block mb-4 p-0">Personal</legend>
      <div className="grid-2 items-start">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={limits.name}
          fieldClass="span-2"
          data-mode-focus
          value={draft.name}
          error={problems.fields.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={limits.email}
          value={draft.email}
          error={problems.fields.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder="0400 000 000"
          maxLength={limits.phone}
          value={draft.phone}
          error={problems.fields.phone}
          onChange={(event) => onChange({ phone: event.target.value })}
        />
      </div>
    </fieldset>
  );
}

function useSaving(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(noProblems);
  const { revalidate } = useRevalidator();

  async function save(draft: ProfileDraft) {
    if (busy) return;
    setBusy(true);
    setProblems(noProblems);
    const answer = await call('updateProfile', { body: draft });
    if (answer.success) {
      updateStoredUser(answer.user);
      await revalidate();
      showToast({ tone: 'done', text: 'Profile updated successfully!' });
      onDone();
      return;
    }
    setBusy(false);
    setProblems(problemsOf(answer, 'Failed to update profile', takenEmail(answer.status)));
  }
  return { save, busy, problems };
}

/** The only rule that refuses a profile is that the email address must not be taken. */
function takenEmail(status: number): Record<string, string> {
  return status === 409 ? { email: 'Another account uses this email address.' } : {};
}
