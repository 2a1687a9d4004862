import { type ReactNode, useEffect, useId, useRef } from 'react';
import { countryName } from '#contract/country-names.ts';
import type { ListingConflict, ListingField } from '#contract/listing-conflict.ts';
import { pictureKindWords } from '#contract/picture-kinds.ts';
import { priceOf } from '#contract/typed-numbers.ts';
import { Price } from '../../shell/price.tsx';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { isOwnPicture } from './draft-image.ts';
import { fieldLabels } from './field-labels.ts';
import type { ListingDraft } from './listing-draft.ts';
import { statusLabels } from './listing-fields.tsx';
import { sizeClassLabels } from './size-fields.tsx';
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
  // The focus moves to the first conflict, after a choice to the next one, and after the last choice to the save
  // button.
  useEffect(() => {
    if (count > 0) section.current?.focus();
  }, [count]);

  return (
    <section className="conflicts" aria-labelledby={titleId} tabIndex={-1} ref={section}>
      <h2 id={titleId}>Changed by somebody else meanwhile</h2>
      <p>
        Nothing is saved yet. Choose which value stays, then save again. Your other changes are kept, and so are theirs.
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

function Conflict({ conflict: { field, changedBy, changedAt }, mine, theirs, onChoose }: ConflictProps) {
  const { minute } = useTimes();
  const label = fieldLabels[field];
  return (
    <li>
      <h3>{label}</h3>
      <dl>
        <div>
          <dt>Yours</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>
            {changedBy === null ? (isTimed(field) ? 'Now, at its time' : 'Now, by an order') : `Now, by ${changedBy}`}
            {changedAt !== null && `, ${minute(changedAt)}`}
          </dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button variant="line" small onClick={() => onChoose('mine')}>
          Keep mine<span className="visually-hidden">: {label}</span>
        </Button>
        <Button variant="line" small onClick={() => onChoose('theirs')}>
          Take theirs<span className="visually-hidden">: {label}</span>
        </Button>
      </div>
    </li>
  );
}

/** Fields that a scheduled piece changes by itself. */
const isTimed = (field: ListingField) => field === 'visibility' || field === 'publishAt';

function shownValue(field: ListingField, draft: ListingDraft): ReactNode {
  if (field === 'images') return <Images draft={draft} />;
  if (field === 'price') return <Price of={priceOf(draft.price) ?? 0} />;
  if (field === 'unique') return draft.unique ? 'Unique' : 'Standard';
  if (field === 'status') return statusLabels[draft.status];
  if (field === 'sizeClass') return sizeClassLabels[draft.sizeClass];
  if (field === 'taxStatus') return taxStatusLabels[draft.taxStatus];
  if (field === 'origin' && draft.origin) return countryName(draft.origin);
  if (field === 'visibility') return visibilityLabels[draft.visibility];
  if (field === 'publishAt' && draft.publishAt) return <Moment at={draft.publishAt} />;
  if (field === 'resale') return draft.resale ? 'Yes' : 'No';
  if (field === 'artistId' || field === 'seriesId') return draft[field] === '' ? 'None' : 'Chosen';
  return draft[field] || <span className="subtle">Nothing</span>;
}

function Moment({ at }: { at: string }) {
  const { minute } = useTimes();
  return <time dateTime={at}>{minute(at)}</time>;
}

function Images({ draft: { images } }: { draft: ListingDraft }) {
  if (images.length === 0) return <span className="subtle">No pictures</span>;
  return (
    <ol>
      {images.map(({ url, alt, kind, ground }, position) => (
        <li key={url} className="flex items-center gap-2">
          {isOwnPicture(url) && <img className="thumb" src={url} alt="" width={34} height={42} decoding="async" />}
          <span>
            {position + 1}. {alt || 'No alt text'}
            {kind && `, shows: ${pictureKindWords[kind]}`}
            {ground && `, ${ground} ground`}
          </span>
        </li>
      ))}
    </ol>
  );
}
