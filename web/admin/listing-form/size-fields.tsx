import { t } from '@lingui/core/macro';
import { listingMeasures, type SizeClass, sizeClasses } from '#contract/listing-size.ts';
import { useShop } from '../../shell/shop.ts';
import { Select, TextField } from '../../ui/field.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';
import { fieldLabels, sizeClassLabels } from './field-labels.ts';
import type { ListingDraft } from './listing-draft.ts';

interface SizeFieldsProps {
  draft: ListingDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<ListingDraft>) => void;
}

/** The measures and the size class, on which the price of the delivery depends. Renders nothing in a shop without delivery. */
export function SizeFields({ draft, failure, onChange }: SizeFieldsProps) {
  const { delivery } = useShop();
  if (!delivery.offered) return null;
  return (
    <fieldset className="grid-4 items-start gap-4!">
      <legend className="heading-block mb-3 p-0">{t`Size and weight, for delivery`}</legend>
      {listingMeasures.map((name) => (
        <TextField
          key={name}
          label={fieldLabels[name]}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          value={draft[name]}
          error={failure?.fields?.[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
      <Select
        label={fieldLabels.sizeClass}
        name="sizeClass"
        value={draft.sizeClass}
        error={failure?.fields?.sizeClass}
        onChange={(event) => onChange({ sizeClass: classOf(event.target.value) })}
      >
        {(['', ...sizeClasses] as const).map((name) => (
          <option key={name} value={name}>
            {sizeClassLabels[name]}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}

function classOf(value: string): SizeClass | '' {
  return sizeClasses.find((name) => name === value) ?? '';
}
