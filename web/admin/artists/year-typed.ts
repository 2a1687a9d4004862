/** The year that was typed; null for an empty field. Undefined if it is not a year from 1 to 9999: the field then stays as it was. */
export function yearTyped(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : undefined;
}
