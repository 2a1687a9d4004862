import { expect, test } from 'vitest';
import { replyAddress } from './reply-address.ts';

const enquiry = { email: 'mai@example.com', subject: 'Red River Moon', listingName: null };

test('a reply has the subject of the enquiry', () => {
  expect(replyAddress(enquiry, 'Vàng Son')).toBe('mailto:mai@example.com?subject=Re%3A%20Red%20River%20Moon');
  expect(replyAddress({ ...enquiry, subject: 'RE: Moon' }, 'Vàng Son')).toContain('subject=RE%3A%20Moon');
  expect(replyAddress({ ...enquiry, subject: '' }, 'Nine Coats')).toContain('Your%20message%20to%20Nine%20Coats');
  expect(replyAddress({ ...enquiry, subject: '', listingName: 'Moon' }, 'Nine Coats')).toContain('Re%3A%20Moon');
});

test('text of the visitor adds no field to the email', () => {
  const address = replyAddress({ email: 'a?bcc=b@example.com', subject: 'x&bcc=c@example.com', listingName: null }, '');
  expect([...new URL(address).searchParams.keys()]).toEqual(['subject']);
});
