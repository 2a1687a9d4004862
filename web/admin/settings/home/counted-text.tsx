import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { homeLimits } from '#contract/home-limits.ts';
import { inDigits } from '../../../language/numbers.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';

interface CountedTextProps {
  label: string;
  field: Exclude<keyof typeof homeLimits, 'aboutPictures'>;
  value: string;
  error: string | undefined;
  /** Lines of a text area; without it the field has one line. */
  rows?: number;
  onText: (text: string) => void;
}

/** A field for a text of the home page, with its length below it. If it is empty, the page shows its own words. */
export function CountedText({ label, field, value, error, rows, onText }: CountedTextProps) {
  const maxLength = homeLimits[field];
  const [count, most] = [inDigits(value.length), inDigits(maxLength)];
  const props = {
    label,
    name: field,
    value,
    error,
    maxLength,
    hint:
      value === '' ? t`Empty: the page has its own words. At most ${most} letters.` : t`${count} of ${most} letters`,
    onChange: ({ target }: { target: { value: string } }) => onText(target.value),
  } satisfies ComponentProps<typeof TextField>;
  return rows === undefined ? <TextField small {...props} /> : <TextArea rows={rows} {...props} />;
}
