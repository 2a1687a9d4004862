/**
 * Splits a sender as in MAIL_FROM, `Gallery <shop@example.com>` or an address alone, into name and address. The name is empty if there
 * is none.
 */
export function parseMailbox(sender: string): { name: string; address: string } {
  const [, name = '', address = sender] = /^"?([^"]*?)"?\s*<([^>]*)>$/.exec(sender) ?? [];
  return { name, address };
}
