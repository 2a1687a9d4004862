/** `{what}: {message}`, or only the message if it begins with `what`. */
export function prefixedMessage(what: string, message: string): string {
  return message.startsWith(what) ? message : `${what}: ${message}`;
}
