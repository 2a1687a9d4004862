import { capitalised, type MarkKind, markKinds } from '#contract/condition-words.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { type DraftMark, within } from './report-draft.ts';

interface MarkListProps {
  /** For example 'Photograph 1'. */
  name: string;
  marks: readonly DraftMark[];
  chosen: number | null;
  onChoose: (key: number | null) => void;
  onChange: (mark: DraftMark) => void;
  onRemove: (mark: DraftMark) => void;
}

/** The marks of a photograph with the numbers that they have on it. Everything can be written here without seeing the picture. */
export function MarkList({ name, marks, chosen, onChoose, onChange, onRemove }: MarkListProps) {
  return (
    <ol className="mark-list" aria-label={`Marks of ${name}`}>
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
              <span className="mark-number">
                <span className="visually-hidden">Mark </span>
                {position + 1}
              </span>
            </legend>
            <div className="mark-fields">
              <MarkFields mark={mark} onChange={onChange} />
              <Button variant="text" className="justify-self-end" onClick={() => onRemove(mark)}>
                Remove<span className="visually-hidden"> mark {position + 1}</span>
              </Button>
            </div>
          </fieldset>
        </li>
      ))}
    </ol>
  );
}

function MarkFields({ mark, onChange }: { mark: DraftMark; onChange: (mark: DraftMark) => void }) {
  const kindOf = (chosen: string): MarkKind => markKinds.find((kind) => kind === chosen) ?? mark.kind;
  const place = (axis: 'x' | 'y') => ({
    ...{ type: 'number', min: 0, max: 100, step: 0.1, small: true, value: mark[axis] },
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onChange({ ...mark, ...within({ ...mark, [axis]: target.valueAsNumber || 0 }) }),
  });
  return (
    <>
      <Select
        label="Kind"
        small
        value={mark.kind}
        onChange={({ target }) => onChange({ ...mark, kind: kindOf(target.value) })}
      >
        {markKinds.map((kind) => (
          <option key={kind} value={kind}>
            {capitalised(kind)}
          </option>
        ))}
      </Select>
      <TextField label="Left, %" {...place('x')} />
      <TextField label="Top, %" {...place('y')} />
      <TextField
        label="What is seen"
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
