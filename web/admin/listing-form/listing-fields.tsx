import { t } from '@lingui/core/macro';
import { limits } from '#contract/limits.ts';
import type { ListingField } from '#contract/listing-conflict.ts';
import { listingStatuses } from '#contract/states.ts';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';
import { ChosenFields } from './chosen-fields.tsx';
import { CustomsFields } from './customs-fields.tsx';
import { fieldLabels, statusLabels, statusOf } from './field-labels.ts';
import type { ListingDraft } from './listing-draft.ts';
import { SizeFields } from './size-fields.tsx';
import { TaxFields } from './tax-fields.tsx';
import { VisibilityFields } from './visibility-fields.tsx';

interface ListingFieldsetProps {
  draft: ListingDraft;
  /** A new listing cannot be discontinued; its first field takes the focus. */
  isNew: boolean;
  /** Whether the price cannot be changed: by somebody who may set no prices, unless the stored listing is a draft. */
  isPriceFixed: boolean;
  failure: FormFailure | null;
  onChange: (changes: Partial<ListingDraft>) => void;
}

const shortTextFields = ['medium', 'size', 'artists', 'owner', 'framing', 'hanging'] as const;
const longTextFields = ['description', 'info', 'story', 'spec', 'history', 'design'] as const;

const hints: Readonly<Partial<Record<ListingField, string>>> = {
  owner: t`Shown to everybody as the current owner, unless the provenance names one.`,
  artists: t`All names, for the shop’s pages. Separate them with commas.`,
  description: t`Below the name on the product page, and in search results.`,
  framing: t`For example: ebonised frame, 4 cm deep.`,
  hanging: t`For example: two hooks, 40 cm apart.`,
  medium: t`For example: lacquer on wood. Visitors filter the collection by it.`,
  history: t`Shown when Year and Artists are filled in.`,
};

/** Every field of a listing except its images. */
export function ListingFieldset(props: ListingFieldsetProps) {
  const { draft, failure, onChange } = props;
  return (
    <section className="grid gap-4" aria-label={t`Details`}>
      <div className="grid-4 items-start gap-4!">
        <BasicFields {...props} />
        <ChosenFields draft={draft} failure={failure} onChange={onChange} />
        {shortTextFields.map((name) => (
          <TextField
            key={name}
            label={fieldLabels[name]}
            name={name}
            maxLength={limits.shortText}
            value={draft[name]}
            hint={hints[name]}
            error={failure?.fields?.[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
        <StatusField {...props} />
      </div>
      <div>
        <Checkbox
          label={fieldLabels.unique}
          name="unique"
          checked={draft.unique}
          onChange={(event) => onChange({ unique: event.target.checked })}
        />
      </div>
      <VisibilityFields draft={draft} failure={failure} onChange={onChange} />
      <SizeFields draft={draft} failure={failure} onChange={onChange} />
      <CustomsFields draft={draft} failure={failure} onChange={onChange} />
      <TaxFields draft={draft} failure={failure} onChange={onChange} />
      <div className="grid-2 items-start gap-4!">
        {longTextFields.map((name) => (
          <TextArea
            key={name}
            label={fieldLabels[name]}
            name={name}
            fieldClass="product-prose"
            maxLength={limits.longText}
            value={draft[name]}
            hint={hints[name]}
            error={failure?.fields?.[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
    </section>
  );
}

function BasicFields({ draft, isNew, isPriceFixed, failure, onChange }: ListingFieldsetProps) {
  return (
    <>
      <TextField
        label={t`Name *`}
        name="name"
        required
        maxLength={limits.name}
        fieldClass="span-2"
        data-autofocus={isNew || undefined}
        value={draft.name}
        error={failure?.fields?.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label={t`Price *`}
        name="price"
        required
        inputMode="decimal"
        autoComplete="off"
        value={draft.price}
        readOnly={isPriceFixed}
        hint={isPriceFixed && t`You may set the prices of drafts only.`}
        error={failure?.fields?.price}
        onChange={(event) => onChange({ price: event.target.value })}
      />
      <TextField
        label={fieldLabels.year}
        name="year"
        inputMode="numeric"
        autoComplete="off"
        value={draft.year}
        error={failure?.fields?.year}
        onChange={(event) => onChange({ year: event.target.value })}
      />
    </>
  );
}

function StatusField({ draft, isNew, failure, onChange }: ListingFieldsetProps) {
  return (
    <Select
      label={fieldLabels.status}
      name="status"
      value={draft.status}
      error={failure?.fields?.status}
      onChange={(event) => onChange({ status: statusOf(event.target.value) })}
    >
      {listingStatuses
        .filter((status) => !isNew || status !== 'discontinued')
        .map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
    </Select>
  );
}
