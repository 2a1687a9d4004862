/** The year that a field has; null if it is empty, undefined if it is no year, so that the field keeps what it had. */
export function yearTyped(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : undefined;
}
