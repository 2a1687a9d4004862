import { expect, test } from 'vitest';
import { timesIn } from './times.ts';

const summer = '2026-11-18T04:42:00.000Z';
const winter = '2026-07-18T05:42:00.000Z';

test('does not name the zone for a reader in the shop’s zone', () => {
  const times = timesIn('Australia/Sydney', 'Australia/Sydney');
  expect(times.clock(summer)).toBe('3:42 pm');
  expect(times.day(summer)).toBe('18 Nov 2026');
  expect(times.minute(summer)).toBe('18 Nov 2026, 3:42 pm');
  expect(times.weekday(summer)).toBe('Wednesday 18 November, 3:42 pm');
});

test('names the last day of a reservation that ends at midnight', () => {
  const midnight = '2026-11-27T00:00:00+11:00';
  expect(timesIn('Australia/Sydney', 'Australia/Sydney').endOfDay(midnight)).toBe(
    'the end of Thursday 26\u00a0November',
  );
  expect(timesIn('Australia/Sydney', 'Europe/Berlin').endOfDay(midnight)).toBe(
    'the end of Thursday 26\u00a0November, Sydney time',
  );
});

test('says until when something is kept: the end of a day, or a day with a time', () => {
  const { end } = timesIn('Australia/Sydney', 'Australia/Sydney');
  expect(end('2026-11-27T00:00:00+11:00')).toBe('the end of Thursday 26\u00a0November');
  expect(end(summer)).toBe('Wednesday 18 November, 3:42 pm');
});

test('for a reader in another zone, names the shop’s zone after a time, but not after a day alone', () => {
  const times = timesIn('Australia/Sydney', 'Europe/Berlin');
  expect(times.clock(Date.parse(summer))).toBe('3:42 pm Sydney time');
  expect(times.minute(summer)).toBe('18 Nov 2026, 3:42 pm Sydney time');
  expect(times.day(summer)).toBe('18 Nov 2026');
});

test('names the zone only while the offsets differ, e.g. in summer', () => {
  const times = timesIn('Australia/Sydney', 'Australia/Brisbane');
  expect(times.clock(winter)).toBe('3:42 pm');
  expect(times.clock(summer)).toBe('3:42 pm Sydney time');
});

test.each([
  ['Asia/Ho_Chi_Minh', '11:42 am Ho Chi Minh time'],
  ['America/Argentina/Buenos_Aires', '1:42 am Buenos Aires time'],
  ['UTC', '4:42 am UTC'],
  ['Etc/GMT+5', '11:42 pm GMT-05:00'],
  ['Asia/Kolkata', '10:12 am Kolkata time'],
])('for a shop in %s the time reads %s', (zone, words) =>
  expect(timesIn(zone, 'Pacific/Auckland').clock(summer)).toBe(words),
);
