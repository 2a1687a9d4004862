import { t } from '@lingui/core/macro';
import { TextField } from '../../../ui/field.tsx';
import { CountrySelect } from '../../country-select.tsx';
import type { DeliveryFieldsProps } from './field-props.ts';

/** What customs are told of pieces that have no HS code or origin of their own. */
export function CustomsDefaults({ draft, errors, onChange }: DeliveryFieldsProps) {
  return (
    <section className="panel">
      <header>
        <h2>{t`Customs`}</h2>
      </header>
      <div className="settings-group">
        <div>
          <h3>{t`Where a piece says nothing`}</h3>
          <p>{t`For the customs declaration of orders that leave the country.`}</p>
        </div>
        <div className="pair">
          <TextField
            label={t`HS code`}
            small
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            hint={t`6 to 10 digits, for example 9701.91 for paintings of the last 100 years. Your broker knows the right one.`}
            value={draft.hsCode}
            error={errors.hsCode}
            onChange={({ target }) => onChange({ hsCode: target.value })}
          />
          <CountrySelect
            label={t`Made in`}
            small
            none={t`The country of the shop`}
            value={draft.origin}
            error={errors.origin}
            onChange={(origin) => onChange({ origin })}
          />
        </div>
      </div>
    </section>
  );
}
