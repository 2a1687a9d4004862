import { t } from '@lingui/core/macro';

interface RegistrationChoiceProps {
  isRegistered: boolean;
  onChange: (isRegistered: boolean) => void;
}

/** The choice whether the seller is registered for GST. */
export function RegistrationChoice({ isRegistered, onChange }: RegistrationChoiceProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{t`GST`}</legend>
      <div className="choice">
        {choices.map(({ value, name, words }) => (
          <label key={name}>
            <input type="radio" name="registered" checked={value === isRegistered} onChange={() => onChange(value)} />
            <span>
              <b>{name}</b>
              <small>{words}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const choices = [
  {
    value: true,
    name: t`Registered for GST`,
    words: t`Prices include it. 1/11 of each taxable line is shown on the tax invoice.`,
  },
  {
    value: false,
    name: t`Not registered`,
    words: t`Papers are called “Invoice” and the word GST appears nowhere.`,
  },
] as const;
