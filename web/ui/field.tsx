import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

interface FieldFrame {
  label: ReactNode;
  /** The validation message, shown under the field and linked with aria-describedby. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Makes the field 36 px high instead of 48. */
  small?: boolean;
  /** Class of the wrapper, e.g. `span-2`. */
  fieldClass?: string;
}

/** A text input with its label above and its error below. */
export function TextField({ label, error, hint, small, fieldClass, ...input }: FieldFrame & ComponentProps<'input'>) {
  return (
    <Field {...{ label, error, hint, small, fieldClass, id: input.id }}>
      {(control) => <input {...input} {...control} />}
    </Field>
  );
}

export function TextArea({ label, error, hint, small, fieldClass, ...input }: FieldFrame & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, error, hint, small, fieldClass, id: input.id }}>
      {(control) => <textarea {...input} {...control} />}
    </Field>
  );
}

/** A select; its options are the children. */
export function Select({ label, error, hint, small, fieldClass, ...input }: FieldFrame & ComponentProps<'select'>) {
  return (
    <Field {...{ label, error, hint, small, fieldClass, id: input.id }}>
      {(control) => <select {...input} {...control} />}
    </Field>
  );
}

/** A checkbox inside its label. */
export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}

interface ControlProps {
  id: string;
  className: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

type FieldProps = { [Key in keyof FieldFrame]: FieldFrame[Key] | undefined } & {
  id: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

function Field({ label, error, hint, small, fieldClass, id: givenId, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={fieldClass ? `field ${fieldClass}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: small ? 'input input-small' : 'input',
        ...(error && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
      })}
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="warning" small />
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
