import { type ComponentProps, useId } from 'react';
import { Icon } from '../../../ui/icon.tsx';

interface CellFieldProps extends ComponentProps<'input'> {
  'aria-label': string;
  /** Shown in the field before the number, like "$". */
  unit?: string;
  error?: string | undefined;
}

/** A field in a cell of a table. Its `aria-label` names the row and the column. */
export function CellField({ unit, error, ...input }: CellFieldProps) {
  const id = useId();
  return (
    <span className="cell-field">
      <span className="unit-field">
        {unit && <span aria-hidden="true">{unit}</span>}
        <input
          className="input input-small numeric"
          autoComplete="off"
          {...input}
          {...(error && { 'aria-invalid': true, 'aria-describedby': id })}
        />
      </span>
      {error && (
        <span className="error" id={id}>
          <Icon name="warning" small />
          {error}
        </span>
      )}
    </span>
  );
}
