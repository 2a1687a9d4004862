import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { countryName } from '#contract/country-names.ts';
import type { ListingConflict, ListingField } from '#contract/listing-conflict.ts';
import { type PictureGround, pictureKindWords } from '#contract/picture-kinds.ts';
import { priceOf } from '#contract/typed-numbers.ts';
import { language } from '../../language/language.ts';
import { Price } from '../../shell/price.tsx';
import type { Wording } from '../../shell/times.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../moment.tsx';
import { type DraftImage, isOwnPicture } from './draft-image.ts';
import { fieldLabels, sizeClassLabels, statusLabels } from './field-labels.ts';
import type { ListingDraft } from './listing-draft.ts';
import { taxStatusLabels } from './tax-fields.tsx';
import { visibilityLabels } from './visibility-labels.ts';

interface ListingConflictsProps {
  conflicts: readonly ListingConflict[];
  draft: ListingDraft;
  /** The draft with the other admin's values. */
  theirs: ListingDraft;
  onChoose: (conflict: ListingConflict, choice: 'mine' | 'theirs') => void;
}

/** Fields that somebody else changed while the form was open: both values, and the choice between them. */
export function ListingConflicts({ conflicts, draft, theirs, onChoose }: ListingConflictsProps) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const count = conflicts.length;
  // Also after each choice, because its button is removed. After the last one use-listing-form.ts focuses the save button.
  useEffect(() => {
    if (count > 0) section.current?.focus();
  }, [count]);

  return (
    <section className="conflicts" aria-labelledby={titleId} tabIndex={-1} ref={section}>
      <h2 id={titleId}>{t`Changed by somebody else meanwhile`}</h2>
      <p>
        {t`Nothing is saved yet. Choose which value stays, then save again. Your other changes are kept, and so are theirs.`}
      </p>
      <ul className="grid gap-4">
        {conflicts.map((conflict) => (
          <Conflict
            key={conflict.field}
            conflict={conflict}
            mine={shownValue(conflict.field, draft)}
            theirs={shownValue(conflict.field, theirs)}
            onChoose={(choice) => onChoose(conflict, choice)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ConflictProps {
  conflict: ListingConflict;
  mine: ReactNode;
  theirs: ReactNode;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

function Conflict({ conflict, mine, theirs, onChoose }: ConflictProps) {
  const { minute } = useTimes();
  const label = fieldLabels[conflict.field];
  return (
    <li>
      <h3>{label}</h3>
      <dl>
        <div>
          <dt>{t`Yours`}</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>{changeWords(conflict, minute)}</dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button variant="line" small onClick={() => onChoose('mine')}>
          <Trans>
            Keep mine<span className="visually-hidden">: {label}</span>
          </Trans>
        </Button>
        <Button variant="line" small onClick={() => onChoose('theirs')}>
          <Trans>
            Take theirs<span className="visually-hidden">: {label}</span>
          </Trans>
        </Button>
      </div>
    </li>
  );
}

/** By whom and when the value was changed. */
function changeWords({ field, changedBy, changedAt }: ListingConflict, minute: Wording): string {
  const byItself = isTimed(field) ? t`Now, at its time` : t`Now, by an order`;
  const change = changedBy === null ? byItself : t`Now, by ${changedBy}`;
  if (changedAt === null) return change;
  const moment = minute(changedAt);
  return t`${change}, ${moment}`;
}

/** Whether the field changes without an admin when the time of a scheduled piece comes. */
const isTimed = (field: ListingField) => field === 'visibility' || field === 'publishAt';

function shownValue(field: ListingField, draft: ListingDraft): ReactNode {
  if (field === 'images') return <Images draft={draft} />;
  if (field === 'price') return <Price of={priceOf(draft.price) ?? 0} />;
  if (field === 'unique') return draft.unique ? t`Unique` : t`Standard`;
  if (field === 'status') return statusLabels[draft.status];
  if (field === 'sizeClass') return sizeClassLabels[draft.sizeClass];
  if (field === 'taxStatus') return taxStatusLabels[draft.taxStatus];
  if (field === 'origin' && draft.origin) return countryName(draft.origin, language);
  if (field === 'visibility') return visibilityLabels[draft.visibility];
  if (field === 'publishAt' && draft.publishAt) return <Moment at={draft.publishAt} />;
  if (field === 'resale') return draft.resale ? t`Yes` : t`No`;
  if (field === 'artistId' || field === 'seriesId') return draft[field] === '' ? t`None` : t`Chosen`;
  return draft[field] || <span className="subtle">{t`Nothing`}</span>;
}

function Images({ draft: { images } }: { draft: ListingDraft }) {
  if (images.length === 0) return <span className="subtle">{t`No pictures`}</span>;
  return (
    <ol>
      {images.map((image, position) => (
        <li key={image.url} className="flex items-center gap-2">
          {isOwnPicture(image.url) && (
            <img className="thumb" src={image.url} alt="" width={34} height={42} decoding="async" />
          )}
          <span>
            {position + 1}. {imageWords(image)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The alternative text of an image, what it shows, and its ground. */
function imageWords({ alt, kind, ground }: DraftImage): string {
  const shown = kind && pictureKindWords[kind];
  const facts = [alt || t`No alt text`, shown && t`shows: ${shown}`, ground && groundWords[ground]];
  return facts.filter(Boolean).join(', ');
}

const groundWords: Readonly<Record<PictureGround, string>> = { dark: t`dark ground`, light: t`light ground` };
