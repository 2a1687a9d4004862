/**
 * Splits a sender as in MAIL_FROM, `Gallery <shop@example.com>` or an address alone, into name and address. The name is empty if there
 * is none.
 */
export function parseMailbox(sender: string): { name: string; address: string } {
  const start = sender.endsWith('>') ? sender.lastIndexOf('<') : -1;
  if (start === -1) return { name: '', address: sender };
  const name = sender.slice(0, start).trim().replaceAll(/^"|"$/g, '');
  return { name, address: sender.slice(start + 1, -1) };
}
