import { limits } from '#contract/limits.ts';
import { type ListingStatus, listingStatuses } from '#contract/states.ts';
import type { Problems } from '../../account/problems.ts';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.tsx';
import type { ProductDraft } from './product-draft.ts';

interface ProductFieldsProps {
  draft: ProductDraft;
  /** Only an existing piece can be discontinued (SPEC.md §3). */
  isNew: boolean;
  problems: Problems;
  onChange: (changes: Partial<ProductDraft>) => void;
}

type LineName = 'series' | 'size' | 'artist' | 'artists' | 'owner';
const lines: readonly [LineName, string][] = [
  ['series', 'Series'],
  ['size', 'Size'],
  ['artist', 'Artist'],
  ['artists', 'Artists'],
  ['owner', 'Owner'],
];

type ProseName = 'info' | 'story' | 'spec' | 'history' | 'design' | 'description';
const proses: readonly [ProseName, string][] = [
  // What the product page shows under these headings.
  ['info', 'Description'],
  ['story', 'Story'],
  ['spec', 'Specifications'],
  ['history', 'History'],
  ['design', 'Design'],
  ['description', 'Short description'],
];

const statusLabels: Readonly<Record<ListingStatus, string>> = {
  available: 'Available',
  sold: 'Sold',
  discontinued: 'Discontinued',
};

/** Every field of a piece but its pictures (SPEC.md §3, Listing). */
export function ProductFields({ draft, isNew, problems, onChange }: ProductFieldsProps) {
  return (
    <section className="grid gap-4" aria-label="Details">
      <div className="grid-4 items-start gap-4!">
        <RequiredFields draft={draft} isNew={isNew} problems={problems} onChange={onChange} />
        {lines.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            maxLength={limits.shortText}
            value={draft[name]}
            error={problems.fields[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
        <Select
          label="Status"
          name="status"
          value={draft.status}
          error={problems.fields.status}
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
      </div>
      <div>
        <Checkbox
          label="Unique, one of a kind"
          name="unique"
          checked={draft.unique}
          onChange={(event) => onChange({ unique: event.target.checked })}
        />
      </div>
      <div className="grid-2 items-start gap-4!">
        {proses.map(([name, label]) => (
          <TextArea
            key={name}
            label={label}
            name={name}
            fieldClass="product-prose"
            maxLength={limits.longText}
            value={draft[name]}
            error={problems.fields[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
    </section>
  );
}

function RequiredFields({ draft, isNew, problems, onChange }: ProductFieldsProps) {
  return (
    <>
      <TextField
        label="Name *"
        name="name"
        required
        maxLength={limits.name}
        fieldClass="span-2"
        data-autofocus={isNew || undefined}
        value={draft.name}
        error={problems.fields.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Price *"
        name="price"
        required
        inputMode="decimal"
        autoComplete="off"
        value={draft.price}
        error={problems.fields.price}
        onChange={(event) => onChange({ price: event.target.value })}
      />
      <TextField
        label="Year"
        name="year"
        inputMode="numeric"
        autoComplete="off"
        value={draft.year}
        error={problems.fields.year}
        onChange={(event) => onChange({ year: event.target.value })}
      />
    </>
  );
}

function statusOf(value: string): ListingStatus {
  return listingStatuses.find((status) => status === value) ?? 'available';
}
