/** Characters. A longer text is most likely not a name or an address line. */
const longestName = 40;
const longestAddressLine = 80;

/** What email clients turn into a link: a host name, a web address or an email address. */
const looksLikeLink = /[\p{L}\p{N}]\.[\p{L}\p{N}]{2}|\/\/|www|@/iu;

/**
 * A name as it may stand in an email, or '' if it is unlikely to be one. An account may have been registered with the email
 * of somebody else, so its name must not carry a message: it has at most 40 characters, no digit and nothing like a link.
 */
export function nameInEmail(name: string): string {
  const plain = name.trim();
  const isName = /^[\p{L}\p{M}][\p{L}\p{M}\s.,'’‘·-]*$/u.test(plain) && !looksLikeLink.test(plain);
  return isName && [...plain].length <= longestName ? plain : '';
}

/** One line of a postal address as it may stand in an email, or '' if it is unlikely to be one. */
export function addressLineInEmail(line: string): string {
  return [...line].length <= longestAddressLine && !looksLikeLink.test(line) ? line : '';
}
