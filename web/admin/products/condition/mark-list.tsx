import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type MarkKind, markKinds } from '#contract/condition-words.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { markLabel } from './condition-labels.ts';
import { type DraftMark, within } from './report-draft.ts';

interface MarkListProps {
  /** The number of the photograph, from 1. */
  photograph: number;
  marks: readonly DraftMark[];
  chosen: number | null;
  onChoose: (key: number | null) => void;
  onChange: (mark: DraftMark) => void;
  onRemove: (mark: DraftMark) => void;
}

/** The marks of a photograph with the numbers that they have on it. Everything can be written here without seeing the picture. */
export function MarkList({ photograph, marks, chosen, onChoose, onChange, onRemove }: MarkListProps) {
  return (
    <ol className="mark-list" aria-label={t`Marks of photograph ${photograph}`}>
      {marks.map((mark, position) => (
        <li
          key={mark.key}
          className={mark.key === chosen ? 'mark-chosen' : undefined}
          data-mark-fields={mark.key}
          onFocus={() => onChoose(mark.key)}
          onBlur={() => onChoose(null)}
        >
          <fieldset>
            <legend>
              <MarkNumber number={position + 1} />
            </legend>
            <div className="mark-fields">
              <MarkFields mark={mark} onChange={onChange} />
              <Button variant="text" className="justify-self-end" onClick={() => onRemove(mark)}>
                <RemoveWords number={position + 1} />
              </Button>
            </div>
          </fieldset>
        </li>
      ))}
    </ol>
  );
}

function MarkNumber({ number }: { number: number }) {
  return (
    <span className="mark-number">
      <Trans>
        <span className="visually-hidden">Mark </span>
        {number}
      </Trans>
    </span>
  );
}

function RemoveWords({ number }: { number: number }) {
  return (
    <Trans>
      Remove<span className="visually-hidden"> mark {number}</span>
    </Trans>
  );
}

function MarkFields({ mark, onChange }: { mark: DraftMark; onChange: (mark: DraftMark) => void }) {
  const kindOf = (chosen: string): MarkKind => markKinds.find((kind) => kind === chosen) ?? mark.kind;
  const place = (axis: 'x' | 'y') => ({
    value: mark[axis],
    onChange: (value: number) => onChange({ ...mark, ...within({ ...mark, [axis]: value }) }),
  });
  return (
    <>
      <Select
        label={t`Kind`}
        small
        value={mark.kind}
        onChange={({ target }) => onChange({ ...mark, kind: kindOf(target.value) })}
      >
        {markKinds.map((kind) => (
          <option key={kind} value={kind}>
            {markLabel(kind)}
          </option>
        ))}
      </Select>
      <PlaceField label={t`Left, %`} {...place('x')} />
      <PlaceField label={t`Top, %`} {...place('y')} />
      <TextField
        label={t`What is seen`}
        fieldClass="mark-text"
        small
        maxLength={limits.shortText}
        autoComplete="off"
        value={mark.text}
        onChange={({ target }) => onChange({ ...mark, text: target.value })}
      />
    </>
  );
}

interface PlaceFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function PlaceField({ label, value, onChange }: PlaceFieldProps) {
  /** Null while nothing is being typed. An empty field, or a number outside of the picture, may be the beginning of another number. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="number"
      {...{ min: 0, max: 100, step: 0.1, small: true }}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value !== '') onChange(target.valueAsNumber);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
