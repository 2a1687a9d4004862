import { t } from '@lingui/core/macro';
import { inventoryFields, pieceFields } from '#contract/collection/piece.ts';
import { namesOf } from '#contract/fields/kinds.ts';
import { useShop } from '../../shell/shop.ts';
import { placeOfZone } from '../../shell/times.ts';
import { RecordField } from '../record/record-field.tsx';
import { FoldedFields } from './folded-fields.tsx';
import type { ListingFieldsProps } from './listing-fields.tsx';
import { PublishAt } from './publish-at.tsx';

const inventory = namesOf(inventoryFields);

/** The fields for who sees the piece, its inventory number and its location. Folded if it is listed and has neither of them. */
export function VisibilityFields({ form }: ListingFieldsProps) {
  const { timezone } = useShop();
  const { draft, errors, words, change } = form;
  const isPlain = draft.visibility === 'listed' && inventory.every((name) => draft[name] === '');
  const hasError = ['publishAt', ...inventory].some((name) => errors[name] !== undefined);
  const hints = hintsIn(timezone);
  const { label, options } = pieceFields.visibility;
  return (
    <FoldedFields title={t`Who sees it, inventory`} isOpenAtFirst={!isPlain} hasError={hasError}>
      <fieldset>
        <legend className="visually-hidden">{label}</legend>
        <div className="choice">
          {options.map((visibility) => (
            <label key={visibility}>
              <input
                type="radio"
                name="visibility"
                value={visibility}
                checked={visibility === draft.visibility}
                onChange={() => change({ visibility })}
              />
              <span>
                <b>{words.visibility[visibility]}</b>
                <small>{hints[visibility]}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {draft.visibility === 'scheduled' && (
        <PublishAt value={draft.publishAt} error={errors.publishAt} onChange={(publishAt) => change({ publishAt })} />
      )}
      <div className="grid-4 items-start gap-4!">
        {inventory.map((name) => (
          <RecordField key={name} form={form} name={name} autoComplete="off" />
        ))}
      </div>
    </FoldedFields>
  );
}

function hintsIn(timezone: string) {
  const place = placeOfZone(timezone);
  return {
    listed: t`Everybody, in the collection.`,
    draft: t`Only staff.`,
    scheduled: t`Only staff, until it is listed by itself at a day and time, ${place} time.`,
    private: t`Only in viewing rooms and client offers. Search engines never see it.`,
  };
}
