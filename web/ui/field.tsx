import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

interface FieldFrame {
  label: ReactNode;
  /** What is wrong with the value, said under it and tied to it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** 36 px instead of 48. */
  small?: boolean;
  /** Of the whole field, e.g. `span-2`. */
  fieldClass?: string;
}

/** A line of text with its label above and its error below. */
export function TextField({ label, error, hint, small, fieldClass, ...input }: FieldFrame & ComponentProps<'input'>) {
  return (
    <Field {...{ label, error, hint, small, fieldClass, id: input.id }}>
      {(tied) => <input {...input} {...tied} />}
    </Field>
  );
}

export function TextArea({ label, error, hint, small, fieldClass, ...input }: FieldFrame & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, error, hint, small, fieldClass, id: input.id }}>
      {(tied) => <textarea {...input} {...tied} />}
    </Field>
  );
}

/** One of few: the options are children. */
export function Select({ label, error, hint, small, fieldClass, ...input }: FieldFrame & ComponentProps<'select'>) {
  return (
    <Field {...{ label, error, hint, small, fieldClass, id: input.id }}>
      {(tied) => <select {...input} {...tied} />}
    </Field>
  );
}

/** A tick with its words; a tap on the words ticks it. */
export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}

interface Tied {
  id: string;
  className: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

type FieldProps = { [Key in keyof FieldFrame]: FieldFrame[Key] | undefined } & {
  id: string | undefined;
  children: (tied: Tied) => ReactNode;
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
        className: small ? 'input input-sm' : 'input',
        ...(error && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
      })}
      {error && (
        <p className="err" id={`${id}-error`}>
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
