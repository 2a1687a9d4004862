import { useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import type { Unit } from './box-fields.tsx';
import type { DraftDetail } from './close-look-draft.ts';
import { DetailList } from './detail-list.tsx';
import type { Chosen } from './picture-stage.tsx';

interface DetailsSectionProps {
  details: readonly DraftDetail[];
  image: Image;
  unit: Unit;
  chosen: Chosen;
  errors: Readonly<Record<string, string>>;
  onChoose: (chosen: Chosen) => void;
  onChange: (change: (details: readonly DraftDetail[]) => readonly DraftDetail[]) => void;
  /** Null once there are as many details as there may be. */
  onAdd: (() => void) | null;
  /** Focuses what a selector finds after the next change. */
  focusNext: (selector: string) => void;
}

/** The details with their fields, in an order that buttons change. */
export function DetailsSection({ details, onChange, onAdd, focusNext, ...list }: DetailsSectionProps) {
  const [said, setSaid] = useState('');

  function move(position: number, by: -1 | 1) {
    const isAtEnd = position + by === 0 || position + by === details.length - 1;
    focusNext(`[data-detail="${details[position]?.key}"] [data-move="${isAtEnd ? -by : by}"]`);
    onChange((current) => {
      const next = [...current];
      next.splice(position + by, 0, ...next.splice(position, 1));
      return next;
    });
    setSaid(`Detail ${position + 1} is now detail ${position + by + 1} of ${details.length}`);
  }

  function remove(position: number) {
    focusNext('[data-add]');
    onChange((current) => current.filter((_, at) => at !== position));
    setSaid(`Detail ${position + 1} removed`);
  }

  return (
    <section className="grid gap-4" aria-labelledby="details-title">
      <div className="bar">
        <h2 id="details-title" className="mr-auto">
          Details
        </h2>
        <span className="subtle numeric">
          {details.length} of {limits.detailsPerPiece}
        </span>
      </div>
      <p className="muted">
        What the shop says about a part of the piece. In the viewer, the keys 1 to 9 lead to the first nine.
      </p>
      <DetailList
        {...{ details, ...list }}
        onChange={(detail) =>
          onChange((current) => current.map((other) => (other.key === detail.key ? detail : other)))
        }
        onMove={move}
        onRemove={remove}
      />
      {onAdd ? (
        <div>
          <Button variant="line" data-add="" onClick={onAdd}>
            Add a detail
          </Button>
        </div>
      ) : (
        <p className="muted">A piece has at most {limits.detailsPerPiece} details.</p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  );
}
