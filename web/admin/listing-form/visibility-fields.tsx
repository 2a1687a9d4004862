import { t } from '@lingui/core/macro';
import { limits } from '#contract/limits.ts';
import { inventoryFields, visibilities } from '#contract/visibility.ts';
import { useShop } from '../../shell/shop.ts';
import { placeOfZone } from '../../shell/times.ts';
import { TextField } from '../../ui/field.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';
import { fieldLabels } from './field-labels.ts';
import { FoldedFields } from './folded-fields.tsx';
import type { ListingDraft } from './listing-draft.ts';
import { PublishAt } from './publish-at.tsx';
import { visibilityLabels } from './visibility-labels.ts';

interface VisibilityFieldsProps {
  draft: ListingDraft;
  failure: FormFailure | null;
  onChange: (changes: Partial<ListingDraft>) => void;
}

/** The fields for who sees the piece, its inventory number and its location. Folded if it is listed and has neither of them. */
export function VisibilityFields({ draft, failure, onChange }: VisibilityFieldsProps) {
  const { timezone } = useShop();
  const errors = failure?.fields ?? {};
  const isPlain = draft.visibility === 'listed' && inventoryFields.every((text) => draft[text] === '');
  const hasError = ['publishAt', ...inventoryFields].some((field) => errors[field] !== undefined);
  const words = wordsIn(timezone);
  return (
    <FoldedFields title={t`Who sees it, inventory`} isOpenAtFirst={!isPlain} hasError={hasError}>
      <fieldset>
        <legend className="visually-hidden">{fieldLabels.visibility}</legend>
        <div className="choice">
          {visibilities.map((visibility) => (
            <label key={visibility}>
              <input
                type="radio"
                name="visibility"
                value={visibility}
                checked={visibility === draft.visibility}
                onChange={() => onChange({ visibility })}
              />
              <span>
                <b>{visibilityLabels[visibility]}</b>
                <small>{words[visibility]}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {draft.visibility === 'scheduled' && (
        <PublishAt value={draft.publishAt} error={errors.publishAt} onChange={(publishAt) => onChange({ publishAt })} />
      )}
      <div className="grid-4 items-start gap-4!">
        {inventoryFields.map((name) => (
          <TextField
            key={name}
            label={fieldLabels[name]}
            name={name}
            maxLength={limits.shortText}
            autoComplete="off"
            value={draft[name]}
            hint={hints[name]}
            error={errors[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
    </FoldedFields>
  );
}

const hints = {
  inventoryNumber: t`Your own number. No two pieces have the same. Only you see it.`,
  location: t`For example: store, shelf 4. Only you see it.`,
} as const;

function wordsIn(timezone: string) {
  const place = placeOfZone(timezone);
  return {
    listed: t`Everybody, in the collection.`,
    draft: t`Only staff.`,
    scheduled: t`Only staff, until it is listed by itself at a day and time, ${place} time.`,
    private: t`Only in viewing rooms and client offers. Search engines never see it.`,
  };
}
