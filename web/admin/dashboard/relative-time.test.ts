import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-11-20T04:27:00Z');

test.each([
  ['2026-11-20T04:27:30Z', 'just now'],
  ['2026-11-20T04:26:01Z', 'just now'],
  ['2026-11-20T04:26:00Z', '1 minute ago'],
  ['2026-11-20T03:28:00Z', '59 minutes ago'],
  ['2026-11-20T03:27:00Z', '1 hour ago'],
  ['2026-11-19T04:28:00Z', '23 hours ago'],
  ['2026-11-18T04:27:00Z', '2 days ago'],
  ['2026-09-01T00:00:00Z', '2 months ago'],
  ['2024-11-01T00:00:00Z', '2 years ago'],
])('%s was %s', (moment, words) => {
  expect(relativeTime(Date.parse(moment), now)).toBe(words);
});
