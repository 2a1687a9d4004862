import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { limits } from '#contract/limits.ts';
import { australianStates, crnRules } from '#contract/states.ts';
import { Select, TextField } from '../../ui/field.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';
import type { BankDraft } from './bank-draft.ts';
import { Optional, SettingsGroup } from './settings-group.tsx';

export interface BankFieldsProps {
  draft: BankDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<BankDraft>) => void;
}

/** The fields for the account that receives transfers, for BPAY, and for how long pieces are reserved until the money comes. */
export function BankAccountFields(props: BankFieldsProps) {
  return (
    <section className="panel">
      <header>
        <h2>{t`Bank transfer and BPAY`}</h2>
      </header>
      <SettingsGroup title={t`Your account`} words={t`Shown to the buyer with the order number as reference.`}>
        <AccountFields {...props} />
      </SettingsGroup>
      <SettingsGroup title={t`BPAY`} words={t`From your bank. Leave the biller code empty to do without.`}>
        <BpayFields {...props} />
      </SettingsGroup>
      <SettingsGroup
        title={t`Reserve for`}
        words={t`One such order per buyer. The pieces are for sale again after the last banking day.`}
      >
        <ReservationFields {...props} />
      </SettingsGroup>
    </section>
  );
}

function AccountFields(props: BankFieldsProps) {
  const text = textOf(props);
  return (
    <>
      <TextField label={t`Account name`} maxLength={limits.name} {...text('accountName')} />
      <div className="pair">
        <TextField label={t`BSB`} inputMode="numeric" {...text('bsb')} />
        <TextField label={t`Account number`} inputMode="numeric" {...text('accountNumber')} />
      </div>
      <TextField label={<Optional>{t`PayID`}</Optional>} maxLength={limits.email} {...text('payId')} />
    </>
  );
}

function BpayFields(props: BankFieldsProps) {
  const { draft, onChange } = props;
  return (
    <div className="pair">
      <TextField label={<Optional>{t`Biller code`}</Optional>} inputMode="numeric" {...textOf(props)('billerCode')} />
      <Select
        label={t`Check digit rule`}
        name="crnRule"
        small
        hint={t`Your bank’s letter names it.`}
        value={draft.crnRule}
        onChange={({ target }) => onChange({ crnRule: crnRules.find((rule) => rule === target.value) ?? crnRules[0] })}
      >
        {crnRules.map((rule) => (
          <option key={rule}>{rule}</option>
        ))}
      </Select>
    </div>
  );
}

function ReservationFields(props: BankFieldsProps) {
  const { draft, onChange } = props;
  const text = textOf(props);
  return (
    <div className="pair">
      <TextField label={t`Banking days`} inputMode="numeric" {...text('reserveDays')} />
      <Select
        label={t`Public holidays of`}
        name="reserveState"
        small
        value={draft.reserveState}
        onChange={({ target }) =>
          onChange({ reserveState: australianStates.find((state) => state === target.value) ?? 'NSW' })
        }
      >
        {australianStates.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </Select>
      <TextField label={<Optional>{t`Up to a total of`}</Optional>} inputMode="decimal" {...text('transferMaximum')} />
    </div>
  );
}

/** Returns a function that gives the props of the text field with a name. */
function textOf({ draft, failure, onChange }: BankFieldsProps) {
  return (name: keyof BankDraft): Partial<ComponentProps<typeof TextField>> => ({
    name,
    small: true,
    value: String(draft[name]),
    error: failure?.fields?.[name],
    onChange: (event) => onChange({ [name]: event.target.value }),
  });
}
