import type { ComponentProps } from 'react';
import { TextField } from '../ui/field.tsx';
import { type CheckoutValues, type FieldErrors, type FieldName, fieldLabels } from './checkout-form.ts';

export interface FormState {
  values: CheckoutValues;
  errors: FieldErrors;
  change: (name: FieldName, value: string) => void;
}

type FormFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'name' | 'form'> & {
  name: FieldName;
  form: FormState;
  /** Returns the value to keep, e.g. a formatted one. Without `read` it is the typed text. */
  read?: (input: HTMLInputElement) => string;
};

/** A field of the checkout form with its label, value and error. */
export function FormField({ name, form, read = typedText, ...rest }: FormFieldProps) {
  return (
    <TextField
      required
      {...rest}
      name={name}
      label={fieldLabels[name]}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(event) => form.change(name, read(event.target))}
    />
  );
}

const typedText = (input: HTMLInputElement) => input.value;
