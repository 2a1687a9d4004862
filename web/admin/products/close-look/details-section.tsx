import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { moveItem } from '../../../ui/move-item.ts';
import type { Unit } from './box-fields.tsx';
import type { DraftDetail } from './close-look-draft.ts';
import { DetailList } from './detail-list.tsx';
import type { Chosen } from './picture-stage.tsx';

const most = limits.detailsPerPiece;

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
  /** Waits for the next change, then focuses the element that the selector finds. */
  focusNext: (selector: string) => void;
}

/** The details with their fields, in an order that buttons change. */
export function DetailsSection({ details, onChange, onAdd, focusNext, ...list }: DetailsSectionProps) {
  const [said, setSaid] = useState('');
  const count = details.length;

  function move(position: number, by: -1 | 1) {
    const isAtEnd = position + by === 0 || position + by === count - 1;
    focusNext(`[data-detail="${details[position]?.key}"] [data-move="${isAtEnd ? -by : by}"]`);
    onChange((current) => moveItem(current, position, position + by));
    const [from, to] = [position + 1, position + by + 1];
    setSaid(t`Detail ${from} is now detail ${to} of ${count}`);
  }

  function remove(position: number) {
    focusNext('[data-add]');
    onChange((current) => current.filter((_, at) => at !== position));
    const number = position + 1;
    setSaid(t`Detail ${number} removed`);
  }

  return (
    <section className="grid gap-4" aria-labelledby="details-title">
      <div className="bar">
        <h2 id="details-title" className="mr-auto">
          {t`Details`}
        </h2>
        <span className="subtle numeric">{t`${count} of ${most}`}</span>
      </div>
      <p className="muted">
        {t`What the shop says about a part of the piece. In the viewer, the keys 1 to 9 lead to the first nine.`}
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
            {t`Add a detail`}
          </Button>
        </div>
      ) : (
        <p className="muted">{t`A piece has at most ${most} details.`}</p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  );
}
