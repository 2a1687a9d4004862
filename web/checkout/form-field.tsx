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
  /** What the field makes of what was typed. */
  read?: (input: HTMLInputElement) => string;
};

/** One line of the checkout form: its words, its value and what is missing of it by its name. */
export function FormField({ name, form, read = typedText, ...rest }: FormFieldProps) {
  return (
    <TextField
      {...rest}
      name={name}
      label={fieldLabels[name]}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(event) => form.change(name, read(event.target))}
      required
    />
  );
}

const typedText = (input: HTMLInputElement) => input.value;
