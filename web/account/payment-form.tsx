import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Profile } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';
import { formatTypedNumber } from './card-number.ts';
import { EditActions } from './edit-actions.tsx';
import {
  changesOf,
  isMasked,
  type PaymentChanges,
  type PaymentField,
  partlyTypedFields,
  paymentLabels,
} from './payment-fields.ts';
import { prefixedMessage } from './prefixed-message.ts';

interface PaymentFormProps {
  /** The stored details, masked or in full. */
  shown: Profile;
  onDone: () => void;
}

/** Edit mode of Payment Settings. Fields that were not edited are not sent. */
export function PaymentForm({ shown, onDone }: PaymentFormProps) {
  const [typed, setTyped] = useState<PaymentChanges>({});
  const { revalidate } = useRevalidator();
  const changes = changesOf(typed, shown);
  const { isBusy, failure, form } = useSubmission(() => {
    const fields = partlyTypedFields(changes);
    if (Object.keys(fields).length > 0) return { message: t`A masked detail was changed in part.`, fields };
    return save();
  });
  const isDirty = !isBusy && Object.keys(changes).length > 0;
  const line = (field: PaymentField, rest: LineAttributes) => (
    <PaymentLine
      field={field}
      value={typed[field] ?? shown[field] ?? ''}
      error={failure?.fields?.[field]}
      onType={(value) => setTyped({ ...typed, [field]: value })}
      {...rest}
    />
  );

  async function save(): Promise<FormFailure | undefined> {
    const answer = await call('updateProfile', { body: changes });
    if (!answer.success) return { ...answer, message: prefixedMessage(t`Failed to update profile`, answer.message) };
    await revalidate();
    showToast({ tone: 'done', text: t`Profile updated successfully!` });
    onDone();
  }

  return (
    <form className="grid max-w-[44rem] gap-10" {...form}>
      <fieldset className="form">
        <legend className="heading-block mb-4 p-0">
          <Trans>Card</Trans>
        </legend>
        {line('cardNumber', { autoComplete: 'cc-number', inputMode: 'numeric', 'data-mode-focus': true })}
        {line('cardName', { autoComplete: 'cc-name', maxLength: limits.name })}
        <div className="grid-2 items-start">
          {line('cardExpiry', { autoComplete: 'cc-exp', inputMode: 'numeric', placeholder: t`MM/YY` })}
          {line('cardCvc', { autoComplete: 'cc-csc', inputMode: 'numeric' })}
        </div>
      </fieldset>
      <fieldset className="form">
        <legend className="heading-block mb-4 p-0">
          <Trans>Other methods</Trans>
        </legend>
        {line('paypalEmail', { autoComplete: 'email', type: 'email', maxLength: limits.email })}
        <div className="grid-2 items-start">
          {line('bpayNumber', { autoComplete: 'off', inputMode: 'numeric' })}
          {line('bpayRef', { autoComplete: 'off', inputMode: 'numeric' })}
        </div>
      </fieldset>
      <EditActions failure={failure} busy={isBusy} dirty={isDirty} onDone={onDone} />
    </form>
  );
}

type LineAttributes = Omit<ComponentProps<'input'>, 'value'> & { 'data-mode-focus'?: true };

interface PaymentLineProps extends LineAttributes {
  field: PaymentField;
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
}

function PaymentLine({ field, value, error, onType, ...rest }: PaymentLineProps) {
  return (
    <TextField
      label={paymentLabels[field]}
      name={field}
      maxLength={limits.cardText}
      spellCheck={false}
      value={value}
      error={error}
      onChange={({ target }) => onType(field === 'cardNumber' ? formatTypedNumber(target) : target.value)}
      // Selects the whole masked value, so that typing replaces it.
      onFocus={(event) => isMasked(value) && event.target.select()}
      {...rest}
    />
  );
}
