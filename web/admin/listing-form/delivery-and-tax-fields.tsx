import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { customsFields, measureFields, taxFields } from '#contract/collection/piece.ts';
import { namesOf } from '#contract/fields/kinds.ts';
import { useShop } from '../../shell/shop.ts';
import { RecordField } from '../record/record-field.tsx';
import { FoldedFields } from './folded-fields.tsx';
import type { ListingFieldsProps } from './listing-fields.tsx';

/** The measures and the size class, on which the price of the delivery depends. Renders nothing in a shop without delivery. */
export function SizeFields({ form }: ListingFieldsProps) {
  const { delivery } = useShop();
  if (!delivery.offered) return null;
  return (
    <fieldset className="grid-4 items-start gap-4!">
      <legend className="heading-block mb-3 p-0">{t`Size and weight, for delivery`}</legend>
      {namesOf(measureFields).map((name) => (
        <RecordField key={name} form={form} name={name} />
      ))}
      <RecordField form={form} name="sizeClass" />
    </fieldset>
  );
}

/** The fields for a customs declaration. In a shop without delivery they are left out, unless one of them is filled in. */
export function CustomsFields({ form }: ListingFieldsProps) {
  const { delivery } = useShop();
  // Whether a field was filled in when the form was opened. Then both stay, even if they are emptied.
  const [hasValues] = useState(namesOf(customsFields).some((name) => form.draft[name] !== ''));
  if (!delivery.offered && !hasValues) return null;
  const hasError = namesOf(customsFields).some((name) => form.errors[name] !== undefined);
  return (
    <FoldedFields title={t`Customs`} isOpenAtFirst={hasValues} hasError={hasError}>
      <p className="muted">{t`For the customs declaration of orders that leave the country. Only you see it.`}</p>
      <div className="grid-4 items-start gap-4!">
        <RecordField form={form} name="hsCode" />
        <RecordField form={form} name="origin" none={t`As in Settings, Delivery`} />
      </div>
    </FoldedFields>
  );
}

/**
 * The fields on which GST, the consignor's share and resale royalties depend; only in shops that use AUD. Folded unless something is
 * entered.
 */
export function TaxFields({ form }: ListingFieldsProps) {
  const { currency } = useShop();
  if (currency !== 'AUD') return null;
  const { taxStatus, resale } = form.draft;
  const hasError = namesOf(taxFields).some((name) => form.errors[name] !== undefined);
  return (
    <FoldedFields title={t`Consignment and resale`} isOpenAtFirst={taxStatus !== 'own' || resale} hasError={hasError}>
      <p className="muted">{t`Only for you and the accountant. Buyers do not see who owns a piece.`}</p>
      <div className="grid-4 items-start gap-4!">
        <RecordField form={form} name="taxStatus" />
        {taxStatus !== 'own' && (
          <>
            <RecordField form={form} name="consignor" />
            <RecordField form={form} name="commissionPercent" />
          </>
        )}
        {resale && <RecordField form={form} name="acquiredOn" />}
      </div>
      <RecordField form={form} name="resale" />
    </FoldedFields>
  );
}
