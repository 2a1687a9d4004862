import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { pieceFields } from '#contract/collection/piece.ts';
import { countryName } from '#contract/country-names.ts';
import type { Field, RecordPicture } from '#contract/fields/kinds.ts';
import type { ListingConflict, ListingField } from '#contract/listing-conflict.ts';
import { type PictureGround, pictureKindWords } from '#contract/picture-kinds.ts';
import { priceOf } from '#contract/typed-numbers.ts';
import { language } from '../../language/language.ts';
import { Price } from '../../shell/price.tsx';
import type { Wording } from '../../shell/times.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../moment.tsx';
import { wordOf } from '../record/record-field.tsx';
import { isOwnPicture } from './draft-image.ts';
import { choiceWords } from './field-labels.ts';
import type { ListingDraft } from './listing-draft.ts';

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
  const { label } = pieceFields[conflict.field];
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

function shownValue(name: ListingField, draft: ListingDraft): ReactNode {
  const field: Field = pieceFields[name];
  const value = draft[name];
  if (name === 'unique') return value ? t`Unique` : t`Standard`;
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value !== 'string') return <Images images={value} />;
  if (field.kind === 'choice') return wordOf(choiceWords, name, value);
  if (field.kind === 'record') return value === '' ? t`None` : t`Chosen`;
  if (field.kind === 'money') return <Price of={priceOf(value) ?? 0} />;
  if (value === '') return <span className="subtle">{t`Nothing`}</span>;
  if (field.kind === 'country') return countryName(value, language);
  return field.kind === 'moment' ? <Moment at={value} /> : value;
}

function Images({ images }: { images: readonly RecordPicture[] }) {
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
function imageWords({ alt, kind, ground }: RecordPicture): string {
  const shown = kind && pictureKindWords[kind];
  const facts = [alt || t`No alt text`, shown && t`shows: ${shown}`, ground && groundWords[ground]];
  return facts.filter(Boolean).join(', ');
}

const groundWords: Readonly<Record<PictureGround, string>> = { dark: t`dark ground`, light: t`light ground` };
