/**
 * A phone number in the form in which it is stored and searched: digits only, and a 0 for Australia's country code, so that
 * "+61 412 345 678", "(04) 1234 5678" and "0412345678" are equal. Works for the beginning of a number, too, if it starts with +, 00 or 0.
 */
export function foldPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const isInternational = /^\s*(\+|00)/.test(phone);
  const australian = isInternational ? /^(?:00|0011)?610?/ : /^61(?=\d{9}$)/;
  return digits.replace(australian, '0');
}

/** The search as a folded phone number; null where it does not look like one. */
export function searchAsPhone(search: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(search) || search.replace(/\D/g, '').length < shortestPhone) return null;
  return foldPhone(search);
}

/** How many digits a search for a phone number has at least. Fewer match too many orders and are only searched as text. */
const shortestPhone = 5;
