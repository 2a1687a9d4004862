/** A text with its first letter in upper case: `Very good` for `very good`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
