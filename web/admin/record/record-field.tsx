import type { Field, Fields } from '#contract/fields/kinds.ts';
import { limits } from '#contract/limits.ts';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.tsx';
import { CountrySelect } from '../country-select.tsx';
import type { DraftOf } from './draft.ts';

/** The words for the options of each choice among the fields. */
export type ChoiceWords<F extends Fields> = {
  [Name in keyof F as F[Name] extends { kind: 'choice' } ? Name : never]: F[Name] extends {
    options: readonly (infer Option extends string)[];
  }
    ? Readonly<Record<Option, string>>
    : never;
};

/** The state of a form that its controls need. */
export interface RecordForm<F extends Fields> {
  fields: F;
  words: ChoiceWords<F>;
  draft: DraftOf<F>;
  /** Messages about refused values, by field. */
  errors: Readonly<Record<string, string>>;
  change: (changes: Partial<DraftOf<F>>) => void;
}

interface RecordFieldProps<F extends Fields, Name> {
  form: RecordForm<F>;
  name: Name;
  /** Instead of the label of the field. */
  label?: string;
  /** Instead of the hint of the field. */
  hint?: string | undefined;
  /** Whether an amount cannot be changed. */
  readOnly?: boolean;
  autoComplete?: 'off';
  autoFocus?: boolean;
  small?: boolean;
  fieldClass?: string;
  /** The options of a choice that are left out. */
  without?: readonly string[];
  /** The words for no country. */
  none?: string;
}

/** The control of a field, by its kind. Records, moments and pictures need controls of their own. */
export function RecordField<F extends Fields, Name extends keyof F & string>({
  form: { fields, words, draft, errors, change },
  name,
  autoFocus,
  without = [],
  none = '',
  hint,
  readOnly,
  ...own
}: RecordFieldProps<F, Name>) {
  const field: Field | undefined = fields[name];
  const value: unknown = draft[name];
  // The control of a kind returns what its drafts have: an option, a flag, or what was typed.
  const set = (next: unknown) => change({ [name]: next } as Partial<DraftOf<F>>);
  if (!field) return null;
  const { label } = field;
  const common = { name, label, hint: hint ?? field.hint, error: errors[name], ...own };
  if (typeof value === 'boolean')
    return <Checkbox label={label} name={name} checked={value} onChange={({ target }) => set(target.checked)} />;
  const typed = { ...common, value: String(value), onChange: ({ target }: Typing) => set(target.value) };
  switch (field.kind) {
    case 'choice':
      return (
        <Select {...typed}>
          {field.options
            .filter((option) => !without.includes(option))
            .map((option) => (
              <option key={option} value={option}>
                {wordOf(words, name, option)}
              </option>
            ))}
        </Select>
      );
    case 'country':
      return <CountrySelect {...typed} none={none} onChange={set} />;
    case 'prose':
      return <TextArea {...typed} fieldClass="product-prose" maxLength={limits.longText} />;
    case 'text':
      return (
        <TextField
          {...typed}
          required={field.needed !== undefined}
          maxLength={field.most ?? limits.shortText}
          data-autofocus={autoFocus || undefined}
        />
      );
    case 'person':
      return <TextField {...typed} autoComplete="off" maxLength={limits.name} />;
    case 'day':
      return <TextField {...typed} type="date" />;
    case 'hsCode':
      return <TextField {...typed} inputMode="decimal" autoComplete="off" maxLength={20} />;
    default: {
      const isYear = field.kind === 'year';
      return (
        <TextField
          {...typed}
          inputMode={isYear ? 'numeric' : 'decimal'}
          autoComplete="off"
          required={field.kind === 'money'}
          readOnly={readOnly}
        />
      );
    }
  }
}

interface Typing {
  target: { value: string };
}

/** The words for an option of a choice. */
export const wordOf = <F extends Fields>(words: ChoiceWords<F>, name: keyof F, option: string): string =>
  // `words` has the options of each choice.
  (words as unknown as Partial<Record<keyof F, Readonly<Record<string, string>>>>)[name]?.[option] ?? option;
