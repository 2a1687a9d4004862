import { t } from '@lingui/core/macro';
import type { PieceField, PieceFields } from '#contract/collection/piece.ts';
import { RecordField, type RecordForm } from '../record/record-field.tsx';
import { ChosenFields } from './chosen-fields.tsx';
import { CustomsFields, SizeFields, TaxFields } from './delivery-and-tax-fields.tsx';
import { VisibilityFields } from './visibility-fields.tsx';

/** The form of a listing, without its pictures. */
export interface ListingFieldsProps {
  form: RecordForm<PieceFields>;
}

/** The texts that have neither a group nor a control of their own. */
type FreeText = Exclude<
  {
    [Name in PieceField]: PieceFields[Name] extends { kind: 'text' | 'prose'; group?: never } ? Name : never;
  }[PieceField],
  'name' | 'artist' | 'series'
>;

/** Where each of them is in the form, in order: in a small control beside others, or in a large one. */
const sizes: Readonly<Record<FreeText, 'small' | 'large'>> = {
  medium: 'small',
  size: 'small',
  artists: 'small',
  owner: 'small',
  framing: 'small',
  hanging: 'small',
  editionNote: 'small',
  description: 'large',
  info: 'large',
  story: 'large',
  spec: 'large',
  history: 'large',
  design: 'large',
};
// Object.keys() returns strings; these are the keys of the object above.
const textsOf = (size: 'small' | 'large') => (Object.keys(sizes) as FreeText[]).filter((name) => sizes[name] === size);

interface ListingFieldsetProps extends ListingFieldsProps {
  /** A new listing cannot be discontinued; its first field takes the focus. */
  isNew: boolean;
  /** Whether the price cannot be changed: by somebody who may set no prices, unless the stored listing is a draft. */
  isPriceFixed: boolean;
}

/** Every field of a listing except its images. */
export function ListingFieldset({ form, isNew, isPriceFixed }: ListingFieldsetProps) {
  return (
    <section className="grid gap-4" aria-label={t`Details`}>
      <div className="grid-4 items-start gap-4!">
        <RecordField form={form} name="name" label={t`Name *`} fieldClass="span-2" autoFocus={isNew} />
        <RecordField
          form={form}
          name="price"
          label={t`Price *`}
          readOnly={isPriceFixed}
          hint={isPriceFixed ? t`You may set the prices of drafts only.` : undefined}
        />
        <RecordField form={form} name="year" />
        <ChosenFields form={form} />
        {textsOf('small').map((name) => (
          <RecordField key={name} form={form} name={name} />
        ))}
        <RecordField form={form} name="status" without={isNew ? ['discontinued'] : []} />
      </div>
      <div>
        <RecordField form={form} name="unique" />
      </div>
      <VisibilityFields form={form} />
      <SizeFields form={form} />
      <CustomsFields form={form} />
      <TaxFields form={form} />
      <div className="grid-2 items-start gap-4!">
        {textsOf('large').map((name) => (
          <RecordField key={name} form={form} name={name} />
        ))}
      </div>
    </section>
  );
}
