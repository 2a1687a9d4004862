import { t } from '@lingui/core/macro';
import { sizeClasses } from '#contract/listing-size.ts';
import { listingStatuses } from '#contract/states.ts';
import { Select, TextField } from '../../../ui/field.tsx';
import { useMaySetPrices } from '../../admin-access.ts';
import { sizeClassLabels, statusLabels, statusOf } from '../../listing-form/field-labels.ts';
import { visibilityLabels } from '../../listing-form/visibility-labels.ts';
import { type BulkDraft, bulkVisibilities, draftOf, sizeClassFrom, visibilityFrom } from './bulk-draft.ts';

interface BulkFieldsProps {
  draft: BulkDraft;
  error: Readonly<Record<string, string>> | undefined;
  onChange: (draft: BulkDraft) => void;
}

/** The choice of the field to change, and its new value. */
export function BulkFields({ draft, error, onChange }: BulkFieldsProps) {
  const maySetPrices = useMaySetPrices();
  return (
    <>
      <Select label={t`Change`} small value={draft.field} onChange={({ target }) => onChange(draftOf(target.value))}>
        {maySetPrices && <option value="price">{t`Price, by a percentage`}</option>}
        <option value="status">{t`Status`}</option>
        <option value="sizeClass">{t`Size class`}</option>
        <option value="visibility">{t`Who sees them`}</option>
      </Select>
      <ValueField draft={draft} error={error} onChange={onChange} />
    </>
  );
}

function ValueField({ draft, error, onChange }: BulkFieldsProps) {
  return (
    <>
      {draft.field === 'price' && (
        <TextField
          label={t`Percent to add, for example 5 or -10`}
          name="percent"
          small
          inputMode="text"
          autoComplete="off"
          value={draft.percent}
          error={error?.percent}
          onChange={({ target }) => onChange({ field: 'price', percent: target.value })}
        />
      )}
      {draft.field === 'status' && (
        <Select
          label={t`New status`}
          small
          value={draft.status}
          onChange={({ target }) => onChange({ field: 'status', status: statusOf(target.value) })}
        >
          {listingStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabels[status]}
            </option>
          ))}
        </Select>
      )}
      {draft.field === 'sizeClass' && (
        <Select
          label={t`New size class`}
          small
          value={draft.sizeClass}
          onChange={({ target }) => onChange({ field: 'sizeClass', sizeClass: sizeClassFrom(target.value) })}
        >
          {(['', ...sizeClasses] as const).map((name) => (
            <option key={name} value={name}>
              {sizeClassLabels[name]}
            </option>
          ))}
        </Select>
      )}
      {draft.field === 'visibility' && (
        <Select
          label={t`Who sees them from now on`}
          small
          value={draft.visibility}
          onChange={({ target }) => onChange({ field: 'visibility', visibility: visibilityFrom(target.value) })}
        >
          {bulkVisibilities.map((visibility) => (
            <option key={visibility} value={visibility}>
              {visibilityLabels[visibility]}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}
