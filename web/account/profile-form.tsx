import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Profile } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { call, type Failure } from '../api.ts';
import { updateStoredUser } from '../session.ts';
import { Checkbox, TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';
import { AddressFields } from './address-fields.tsx';
import { EditActions } from './edit-actions.tsx';
import { prefixedMessage } from './prefixed-message.ts';
import { draftOf, isSameDraft, type ProfileDraft, withBillingAddress } from './profile-draft.ts';

/** Edit mode of Profile Info. `onDone` returns to the view mode, whether the profile was saved or not. */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const saved = draftOf(profile);
  const [draft, setDraft] = useState(saved);
  const [currentPassword, setCurrentPassword] = useState('');
  const isNewEmail = draft.email !== saved.email;
  const { revalidate } = useRevalidator();
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('updateProfile', { body: isNewEmail ? { ...draft, currentPassword } : draft });
    if (!answer.success) return profileFailure(answer);
    updateStoredUser(answer.user);
    await revalidate();
    showToast({ tone: 'done', text: t`Profile updated successfully!` });
    onDone();
  });
  const isDirty = !isBusy && !isSameDraft(draft, saved);
  const change = (changes: Partial<ProfileDraft>) => setDraft(withBillingAddress({ ...draft, ...changes }));

  return (
    <form className="sheet max-w-[44rem]!" {...form}>
      <PersonalFields draft={draft} failure={failure} onChange={change}>
        {isNewEmail && (
          <TextField
            label={t`Current password`}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            hint={t`Needed for another email address. The former one receives a link that undoes the change.`}
            fieldClass="span-2"
            value={currentPassword}
            error={failure?.fields?.currentPassword}
            onChange={(event) => setCurrentPassword(event.target.value)}
          />
        )}
      </PersonalFields>
      <fieldset className="form">
        <legend className="heading-block mb-4 p-0">
          <Trans>Delivery</Trans>
        </legend>
        <AddressFields kind="delivery" draft={draft} failure={failure} onChange={change} />
      </fieldset>
      <fieldset className="form">
        <legend className="heading-block mb-4 p-0">
          <Trans>Billing</Trans>
        </legend>
        <div>
          <Checkbox
            label={t`Same as delivery address`}
            checked={draft.sameAsDelivery}
            onChange={(event) => change({ sameAsDelivery: event.target.checked })}
          />
        </div>
        {!draft.sameAsDelivery && <AddressFields kind="billing" draft={draft} failure={failure} onChange={change} />}
      </fieldset>
      <EditActions failure={failure} busy={isBusy} dirty={isDirty} onDone={onDone} />
    </form>
  );
}

interface FieldsProps {
  draft: ProfileDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<ProfileDraft>) => void;
}

function PersonalFields({ draft, failure, onChange, children }: FieldsProps & { children: ReactNode }) {
  return (
    <fieldset className="form">
      <legend className="heading-block mb-4 p-0">
        <Trans>Personal</Trans>
      </legend>
      <div className="grid-2 items-start">
        <TextField
          label={t`Name`}
          name="name"
          autoComplete="name"
          required
          maxLength={limits.name}
          fieldClass="span-2"
          data-mode-focus
          value={draft.name}
          error={failure?.fields?.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={limits.email}
          value={draft.email}
          error={failure?.fields?.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
        <TextField
          label={t`Phone`}
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder="0400 000 000"
          maxLength={limits.phone}
          value={draft.phone}
          error={failure?.fields?.phone}
          onChange={(event) => onChange({ phone: event.target.value })}
        />
        {children}
      </div>
    </fieldset>
  );
}

function profileFailure(failure: Failure): FormFailure {
  const message = prefixedMessage(t`Failed to update profile`, failure.message);
  if (failure.status === 403) return { message, fields: { currentPassword: failure.message } };
  // A conflict can only be about the email address.
  return failure.status === 409
    ? { message, fields: { email: t`Another account uses this email address.` } }
    : { ...failure, message };
}
