/** Digits in fours, as on the card itself. What holds anything else, such as the dots of a masked number, stays as it is. */
export function inFours(value: string): string {
  if (!/^[\d\s]*$/.test(value)) return value;
  return value.replace(/\s/g, '').replace(/\d{4}(?=\d)/g, '$& ');
}

/** Groups what is being typed, with the caret left behind the same digit; answers the value. */
export function groupTyped(input: HTMLInputElement): string {
  const { value, selectionStart } = input;
  const grouped = inFours(value);
  if (grouped === value) return value;
  const digitsBefore = value.slice(0, selectionStart ?? value.length).replace(/\s/g, '').length;
  input.value = grouped;
  // A space follows every four digits but the last.
  const caret = digitsBefore + Math.max(0, Math.ceil(digitsBefore / 4) - 1);
  input.setSelectionRange(caret, caret);
  return grouped;
}
