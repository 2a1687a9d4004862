/**
 * Formats digits in groups of four. A value that contains anything else, such as a masked number, is returned
 * unchanged.
 */
export function groupDigits(value: string): string {
  if (!/^[\d\s]*$/.test(value)) return value;
  return value.replace(/\s/g, '').replace(/\d{4}(?=\d)/g, '$& ');
}

/** Formats the field's value while the user types, keeps the caret after the same digit, and returns the value. */
export function formatTypedNumber(input: HTMLInputElement): string {
  const { value, selectionStart } = input;
  const grouped = groupDigits(value);
  if (grouped === value) return value;
  const digitsBefore = value.slice(0, selectionStart ?? value.length).replace(/\s/g, '').length;
  input.value = grouped;
  // A space follows every four digits except the last four.
  const caret = digitsBefore + Math.max(0, Math.ceil(digitsBefore / 4) - 1);
  input.setSelectionRange(caret, caret);
  return grouped;
}
