import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useFocusAfter } from '../../use-focus-after.ts';
import { MarkList } from './mark-list.tsx';
import { PictureWithMarks } from './marked-picture.tsx';
import { type DraftMark, type DraftPhotograph, newMark, type Place } from './report-draft.ts';

interface PhotographFieldsProps {
  photograph: DraftPhotograph;
  number: number;
  count: number;
  onChange: (photograph: DraftPhotograph) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A photograph in the form: its caption, its marks on the picture, and the list of them. */
export function PhotographFields({ photograph, number, count, onChange, onMove, onRemove }: PhotographFieldsProps) {
  return (
    <section className="photograph" aria-label={t`Photograph ${number}`} data-photograph={photograph.image.url}>
      <div className="bar">
        <h3 className="heading-block mr-auto">{t`Photograph ${number} of ${count}`}</h3>
        <Button variant="text" small data-move="-1" disabled={number === 1} onClick={() => onMove(-1)}>
          <Trans>
            Move up<span className="visually-hidden"> photograph {number}</span>
          </Trans>
        </Button>
        <Button variant="text" small data-move="1" disabled={number === count} onClick={() => onMove(1)}>
          <Trans>
            Move down<span className="visually-hidden"> photograph {number}</span>
          </Trans>
        </Button>
        <Button variant="text" small onClick={onRemove}>
          <Trans>
            Remove<span className="visually-hidden"> photograph {number}</span>
          </Trans>
        </Button>
      </div>
      <TextField
        label={t`What it shows`}
        hint={t`For example: front under raking light`}
        maxLength={limits.shortText}
        autoComplete="off"
        value={photograph.caption}
        onChange={({ target }) => onChange({ ...photograph, caption: target.value })}
      />
      <Marks photograph={photograph} number={number} onChange={(marks) => onChange({ ...photograph, marks })} />
    </section>
  );
}

interface MarksProps {
  photograph: DraftPhotograph;
  number: number;
  onChange: (marks: readonly DraftMark[]) => void;
}

/** The marks on the picture, and beside it the list of them. */
function Marks({ photograph: { image, caption, marks }, number, onChange }: MarksProps) {
  const part = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const focusNext = useFocusAfter(part, marks);

  const change = (mark: DraftMark) => onChange(marks.map((other) => (other.key === mark.key ? mark : other)));

  function add(place: Place) {
    const mark = newMark(place);
    focusNext(`[data-mark="${mark.key}"]`);
    onChange([...marks, mark]);
  }

  function remove(mark: DraftMark) {
    // The button that has the focus is removed with its mark.
    focusNext('.marked-ground');
    onChange(marks.filter(({ key }) => key !== mark.key));
  }

  return (
    <div ref={part} className="photograph-columns">
      <div className="grid gap-2">
        <PictureWithMarks
          {...{ image: { ...image, alt: caption }, number, marks, chosen }}
          onChoose={setChosen}
          onMove={(key, place) => onChange(marks.map((mark) => (mark.key === key ? { ...mark, ...place } : mark)))}
          onAdd={marks.length < limits.marksPerPhotograph ? add : null}
        />
        <p className="hint">
          <Trans>
            Click where something is to be seen, or press Enter on the picture for a mark in its middle. Drag a mark, or
            move it with the arrow keys, with Shift for larger steps.
          </Trans>
        </p>
      </div>
      {marks.length > 0 ? (
        <MarkList photograph={number} {...{ marks, chosen }} onChoose={setChosen} onChange={change} onRemove={remove} />
      ) : (
        <p className="muted">{t`No marks.`}</p>
      )}
    </div>
  );
}
