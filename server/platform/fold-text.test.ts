import { expect, it } from 'vitest';
import { foldDiacritics } from './fold-text.ts';

it('A text is folded without its diacritics and case', () => {
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
