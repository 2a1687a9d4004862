import { expect, it } from 'vitest';
import { foldDiacritics } from './fold-text.ts';

it('A folded text has no diacritics and no capital letters', () => {
  const folded = {
    'Sơn mài': 'son mai',
    'Lê Vân Khê': 'le van khe',
    'Đặng Quý Lam': 'dang quy lam',
    'Café ẞ': 'cafe ß',
  };
  for (const [text, expected] of Object.entries(folded)) {
    expect(foldDiacritics(text)).toBe(expected);
    expect(foldDiacritics(text.normalize('NFD')), 'typed with combining marks').toBe(expected);
  }
});
