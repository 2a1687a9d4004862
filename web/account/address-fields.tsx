import { t } from '@lingui/core/macro';
import { limits } from '#contract/limits.ts';
import { type AustralianState, australianStates } from '#contract/states.ts';
import { Select, TextField } from '../ui/field.tsx';
import type { FormFailure } from '../ui/use-submission.ts';
import type { ProfileDraft } from './profile-draft.ts';

interface AddressFieldsProps {
  kind: 'delivery' | 'billing';
  draft: ProfileDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<ProfileDraft>) => void;
}

/** The fields for address, city, state and postcode. Browsers fill them in from the autofill section `shipping` or `billing`. */
export function AddressFields({ kind, draft, failure, onChange }: AddressFieldsProps) {
  const fields = failure?.fields ?? {};
  const section = kind === 'delivery' ? 'shipping' : 'billing';
  return (
    <>
      <TextField
        label={t`Address`}
        name={`${kind}Address`}
        autoComplete={`${section} street-address`}
        maxLength={limits.address}
        value={draft[`${kind}Address`]}
        error={fields[`${kind}Address`]}
        onChange={(event) => onChange({ [`${kind}Address`]: event.target.value })}
      />
      <div className="grid-3 items-start">
        <TextField
          label={t`City`}
          name={`${kind}City`}
          autoComplete={`${section} address-level2`}
          maxLength={limits.shortText}
          value={draft[`${kind}City`]}
          error={fields[`${kind}City`]}
          onChange={(event) => onChange({ [`${kind}City`]: event.target.value })}
        />
        <Select
          label={t`State`}
          name={`${kind}State`}
          autoComplete={`${section} address-level1`}
          value={draft[`${kind}State`]}
          onChange={(event) => onChange({ [`${kind}State`]: stateOf(event.target.value) })}
        >
          {australianStates.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
        <TextField
          label={t`Postcode`}
          name={`${kind}Postcode`}
          autoComplete={`${section} postal-code`}
          inputMode="numeric"
          maxLength={limits.shortText}
          value={draft[`${kind}Postcode`]}
          error={fields[`${kind}Postcode`]}
          onChange={(event) => onChange({ [`${kind}Postcode`]: event.target.value })}
        />
      </div>
    </>
  );
}

function stateOf(value: string): AustralianState {
  return australianStates.find((state) => state === value) ?? 'NSW';
}
