import { describe, expect, it } from 'vitest';
import { tracesOf } from './traces.ts';

describe('The search for secrets', () => {
  const number = '4929 7391 0482 6517';
  const digits = number.replaceAll(' ', '');
  it.each([
    ['as typed', number],
    ['without spaces', digits],
    ['with dashes', '4929-7391-0482-6517'],
    ['in a URL', `?number=${encodeURIComponent(number)}`],
    ['in a form', new URLSearchParams({ number }).toString()],
    ['backwards', [...digits].reverse().join('')],
    ['in hex', Buffer.from(JSON.stringify({ digits })).toString('hex').toUpperCase()],
    ['escaped in JSON', [...digits].map((digit) => `\\u00${digit.charCodeAt(0).toString(16)}`).join('')],
    ...['', 'x', 'xx'].map((before) => ['in base64', Buffer.from(`${before}${number}"}`).toString('base64')]),
    ...['', 'x', 'xx'].map((before) => ['in base64url', Buffer.from(`${before}${digits}"}`).toString('base64url')]),
    ['in UTF-16', Buffer.from(number, 'utf16le').toString('latin1')],
  ])('finds a card number %s', (_form, written) => {
    expect(tracesOf(number, Buffer.from(`before ${written} behind`, 'latin1'))).not.toEqual([]);
  });

  it('does not report the last four digits of a card number', () => {
    expect(tracesOf(number, Buffer.from('•••• •••• •••• 6517'))).toEqual([]);
  });
});
