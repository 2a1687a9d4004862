import { expect, it } from 'vitest';
import { chooseEncoding } from './encodings.ts';

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, BR ; q=0.5', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0.000, gzip ; q=0.01', 'gzip'],
  ['gzip;q=0 , deflate', null],
  ['xbr, brotli, *', null],
  ['', null],
  [undefined, null],
])('A client that accepts %j gets %j', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding));
