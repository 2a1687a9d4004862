import { t } from '@lingui/core/macro';
import { limits } from '#contract/limits.ts';
import { plainTax, type TaxStatus, taxStatuses } from '#contract/tax-status.ts';
import { useShop } from '../../shell/shop.ts';
import { Checkbox, Select, TextField } from '../../ui/field.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';
import { fieldLabels } from './field-labels.ts';
import { FoldedFields } from './folded-fields.tsx';
import type { ListingDraft } from './listing-draft.ts';

interface TaxFieldsProps {
  draft: ListingDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<ListingDraft>) => void;
}

export const taxStatusLabels: Readonly<Record<TaxStatus, string>> = {
  own: t`Our own`,
  consigned: t`Consigned, owner not registered for GST`,
  'consigned-registered': t`Consigned, owner registered for GST`,
};

const textFields = ['consignor', 'commissionPercent', 'acquiredOn'] as const;

/**
 * The fields on which GST, the consignor's share and resale royalties depend; only in shops that use AUD. Folded unless something is
 * entered.
 */
export function TaxFields({ draft, failure, onChange }: TaxFieldsProps) {
  const { currency } = useShop();
  if (currency !== 'AUD') return null;
  const isPlain = draft.taxStatus === plainTax.taxStatus && !draft.resale;
  const errors = failure?.fields ?? {};
  const hasError = textFields.some((field) => errors[field] !== undefined);
  return (
    <FoldedFields title={t`Consignment and resale`} isOpenAtFirst={!isPlain} hasError={hasError}>
      <p className="muted">{t`Only for you and the accountant. Buyers do not see who owns a piece.`}</p>
      <div className="grid-4 items-start gap-4!">
        <Select
          label={fieldLabels.taxStatus}
          name="taxStatus"
          value={draft.taxStatus}
          onChange={(event) => onChange({ taxStatus: statusOf(event.target.value) })}
        >
          {taxStatuses.map((status) => (
            <option key={status} value={status}>
              {taxStatusLabels[status]}
            </option>
          ))}
        </Select>
        {draft.taxStatus !== 'own' && <ConsignorFields draft={draft} failure={failure} onChange={onChange} />}
        {draft.resale && (
          <TextField
            label={fieldLabels.acquiredOn}
            name="acquiredOn"
            type="date"
            value={draft.acquiredOn}
            error={failure?.fields?.acquiredOn}
            hint={t`When its owner acquired it, for the report of resale royalties.`}
            onChange={(event) => onChange({ acquiredOn: event.target.value })}
          />
        )}
      </div>
      <Checkbox
        label={fieldLabels.resale}
        name="resale"
        checked={draft.resale}
        onChange={(event) => onChange({ resale: event.target.checked })}
      />
    </FoldedFields>
  );
}

function ConsignorFields({ draft, failure, onChange }: TaxFieldsProps) {
  return (
    <>
      <TextField
        label={fieldLabels.consignor}
        name="consignor"
        maxLength={limits.name}
        autoComplete="off"
        value={draft.consignor}
        error={failure?.fields?.consignor}
        onChange={(event) => onChange({ consignor: event.target.value })}
      />
      <TextField
        label={fieldLabels.commissionPercent}
        name="commissionPercent"
        inputMode="decimal"
        autoComplete="off"
        value={draft.commissionPercent}
        error={failure?.fields?.commissionPercent}
        onChange={(event) => onChange({ commissionPercent: event.target.value })}
      />
    </>
  );
}

const statusOf = (value: string): TaxStatus => taxStatuses.find((status) => status === value) ?? 'own';
