import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FocusEvent, Fragment, type ReactNode } from 'react';
import { type CheckoutMethod, type SimulatedMethod, simulatedMethods } from '#contract/states.ts';
import { formatTypedNumber } from '../account/card-number.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { FormField, type FormState } from './form-field.tsx';
import { ProfileNote } from './profile-note.tsx';
import { useTransferWords } from './transfer-words.ts';

interface MethodChoiceProps {
  method: CheckoutMethod;
  onMethod: (method: CheckoutMethod) => void;
  form: FormState;
  /** Whether fields of the chosen method were filled from the profile. */
  hasNote: boolean;
}

interface Method {
  name: CheckoutMethod;
  label: string;
  icon: IconName;
  Fields: (props: { form: FormState }) => ReactNode;
}

const methods: Record<SimulatedMethod, Omit<Method, 'name'>> = {
  credit: { label: t`Credit Card`, icon: 'card', Fields: CardFields },
  paypal: { label: 'PayPal', icon: 'paypal', Fields: PayPalFields },
  bank: { label: t`Bank Transfer`, icon: 'bank', Fields: BankFields },
};

/** The choice of the payment method with simulated payments. The chosen method shows its fields. */
export function MethodChoice({ method, onMethod, form, hasNote }: MethodChoiceProps) {
  const transfer = useTransferWords();
  const offered: Method[] = simulatedMethods.map((name) => ({ name, ...methods[name] }));
  if (transfer)
    offered.push({
      name: 'transfer',
      label: transfer.label,
      icon: 'bank',
      Fields: () => <TransferText {...transfer} />,
    });
  return (
    <fieldset>
      <legend>
        <Trans>Payment Method</Trans>
      </legend>
      <div className="methods">
        {offered.map(({ name, label, icon, Fields }) => (
          <Fragment key={name}>
            <label className="method">
              <input
                type="radio"
                name="paymentMethod"
                value={name}
                checked={name === method}
                onChange={() => onMethod(name)}
              />
              {label}
              <Icon name={icon} />
            </label>
            {name === method && (
              <div className="method-fields">
                {hasNote && (
                  <div className="mb-4">
                    <ProfileNote />
                  </div>
                )}
                <Fields form={form} />
              </div>
            )}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

function CardFields({ form }: { form: FormState }) {
  return (
    <div className="grid-2 items-start">
      <FormField
        name="cardNumber"
        form={form}
        fieldClass="span-2"
        autoComplete="cc-number"
        inputMode="numeric"
        onFocus={selectMasked}
        read={formatTypedNumber}
      />
      <FormField name="cardName" form={form} fieldClass="span-2" autoComplete="cc-name" />
      <FormField
        name="expiry"
        form={form}
        placeholder={t`MM/YY`}
        autoComplete="cc-exp"
        inputMode="numeric"
        onFocus={selectMasked}
      />
      <FormField name="cvv" form={form} autoComplete="cc-csc" inputMode="numeric" onFocus={selectMasked} />
    </div>
  );
}

function PayPalFields({ form }: { form: FormState }) {
  return <FormField name="paypalEmail" form={form} type="email" autoComplete="email" />;
}

function BankFields({ form }: { form: FormState }) {
  return (
    <div className="grid-2 items-start">
      <FormField name="accountName" form={form} fieldClass="span-2" autoComplete="off" />
      <FormField name="bsb" form={form} placeholder="123-456" inputMode="numeric" autoComplete="off" />
      <FormField name="accountNumber" form={form} inputMode="numeric" autoComplete="off" />
    </div>
  );
}

function TransferText({ text }: { text: string }) {
  return <p className="small muted">{text}</p>;
}

/** Selects a masked value from the profile, so that typing replaces all of it. */
function selectMasked(event: FocusEvent<HTMLInputElement>): void {
  if (event.target.value.includes('•')) event.target.select();
}
