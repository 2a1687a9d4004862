import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useShop } from '../../shell/shop.ts';
import { TextField } from '../../ui/field.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';
import { CountrySelect } from '../country-select.tsx';
import { fieldLabels } from './field-labels.ts';
import { FoldedFields } from './folded-fields.tsx';
import type { ListingDraft } from './listing-draft.ts';

interface CustomsFieldsProps {
  draft: ListingDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<ListingDraft>) => void;
}

/** The fields for a customs declaration. In a shop without delivery they are left out, unless one of them is filled in. */
export function CustomsFields({ draft, failure, onChange }: CustomsFieldsProps) {
  const { delivery } = useShop();
  // Whether a field was filled in when the form was opened. Then both stay, even if they are emptied.
  const [hasValues] = useState(draft.hsCode !== '' || draft.origin !== '');
  if (!delivery.offered && !hasValues) return null;
  const [hsCodeError, originError] = [failure?.fields?.hsCode, failure?.fields?.origin];
  return (
    <FoldedFields title={t`Customs`} isOpenAtFirst={hasValues} hasError={(hsCodeError ?? originError) !== undefined}>
      <p className="muted">{t`For the customs declaration of orders that leave the country. Only you see it.`}</p>
      <div className="grid-4 items-start gap-4!">
        <TextField
          label={fieldLabels.hsCode}
          name="hsCode"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={draft.hsCode}
          error={hsCodeError}
          hint={t`For example 9701.21, paintings over 100 years old, or 9701.91, other paintings.`}
          onChange={(event) => onChange({ hsCode: event.target.value })}
        />
        <CountrySelect
          label={fieldLabels.origin}
          name="origin"
          none={t`As in Settings, Delivery`}
          value={draft.origin}
          error={originError}
          onChange={(origin) => onChange({ origin })}
        />
      </div>
    </FoldedFields>
  );
}
