/** The name and the address of a sender as MAIL_FROM has it: `Gallery <shop@example.com>` or an address alone. */
export function parseMailbox(sender: string): { name: string; address: string } {
  const [, name = '', address = sender] = /^"?([^"]*?)"?\s*<([^>]*)>$/.exec(sender) ?? [];
  return { name, address };
}
