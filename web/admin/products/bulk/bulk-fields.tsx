import { t } from '@lingui/core/macro';
import { namesOf } from '#contract/fields/kinds.ts';
import { Select, TextField } from '../../../ui/field.tsx';
import { useMaySetPrices } from '../../admin-access.ts';
import { choiceWords } from '../../listing-form/field-labels.ts';
import { RecordField } from '../../record/record-field.tsx';
import { type BulkDraft, bulkChoices, draftOf } from './bulk-draft.ts';

interface BulkFieldsProps {
  draft: BulkDraft;
  error: Readonly<Record<string, string>> | undefined;
  onChange: (draft: BulkDraft) => void;
}

/** The choice of the field to change, and its new value. */
export function BulkFields({ draft, error = {}, onChange }: BulkFieldsProps) {
  const { field } = draft;
  const maySetPrices = useMaySetPrices();
  const change = (changes: Partial<BulkDraft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <Select
        label={t`Change`}
        small
        value={field}
        onChange={({ target }) => onChange(draftOf(fieldFrom(target.value)))}
      >
        {maySetPrices && <option value="price">{t`Price, by a percentage`}</option>}
        {namesOf(bulkChoices).map((name) => (
          <option key={name} value={name}>
            {name === 'visibility' ? t`Who sees them` : bulkChoices[name].label}
          </option>
        ))}
      </Select>
      {field === 'price' ? (
        <TextField
          label={t`Percent to add, for example 5 or -10`}
          name="percent"
          small
          inputMode="text"
          autoComplete="off"
          value={draft.percent}
          error={error.percent}
          onChange={({ target }) => change({ percent: target.value })}
        />
      ) : (
        <RecordField
          form={{ fields: bulkChoices, words: choiceWords, draft, errors: {}, change }}
          name={field}
          label={valueLabels[field]}
          without={['scheduled']}
          small
        />
      )}
    </>
  );
}

const valueLabels = {
  status: t`New status`,
  sizeClass: t`New size class`,
  visibility: t`Who sees them from now on`,
} as const satisfies Record<keyof typeof bulkChoices, string>;

const fieldFrom = (value: string) => namesOf(bulkChoices).find((name) => name === value) ?? 'price';
