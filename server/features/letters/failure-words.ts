import type { Say } from '#server/platform/translations.ts';

/** What the error code of a failed email means. It is one of Node, of nodemailer or of the SMTP server. Empty without a code. */
export function failureInWords(code: string, say: Say): string {
  if (code === '') return '';
  if (code === '535' || code === 'EAUTH') return say('The mail server refused the sign-in of the shop');
  if (/^5\d\d$/.test(code))
    return say('The mail server refused it ({code}), perhaps because the address does not exist', { code });
  if (/^4\d\d$/.test(code)) return say('The mail server did not take it for now ({code})', { code });
  if (unreachable.includes(code)) return say('The mail server could not be reached');
  // Other codes are for the operator of the server, who finds them in the log.
  return say('It could not be sent; the log of the server says why');
}

const unreachable = [
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ESOCKET',
  'ETIMEDOUT',
];
