import type { ComponentProps } from 'react';
import { homeLimits } from '#contract/home-limits.ts';
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

/** A text with its length below it. Empty: the words of the page. */
export function CountedText({ label, field, value, error, rows, onText }: CountedTextProps) {
  const most = homeLimits[field];
  const counted = `${value.length.toLocaleString('en-US')} of ${most.toLocaleString('en-US')} letters`;
  const props = {
    ...{ label, name: field, value, error, maxLength: most },
    hint:
      value === '' ? `Empty: the page has its own words. At most ${most.toLocaleString('en-US')} letters.` : counted,
    onChange: ({ target }: { target: { value: string } }) => onText(target.value),
  } satisfies ComponentProps<typeof TextField>;
  return rows === undefined ? <TextField small {...props} /> : <TextArea rows={rows} {...props} />;
}
