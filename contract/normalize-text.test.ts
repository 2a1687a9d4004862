import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasTooManyMarks, normalizeText } from './normalize-text.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const letters = fc.array(fc.constantFrom('a', 'ệ', 'Đ', ' ', '한', 'ﷺ', '\u0301', '\u0323', '\u{1D165}'), {
  maxLength: 20,
});

it('a text of any language has the same form as with the function of the language', () => {
  fc.assert(
    fc.property(letters, fc.string({ unit: 'grapheme' }), (some, others) => {
      const text = some.join('') + others;
      for (const form of forms) expect(normalizeText(text, form)).toBe(text.normalize(form));
    }),
  );
});

it('more than 30 marks in a row are divided, so that sorting them takes linear time', () => {
  const text = `a${'\u0301\u0323'.repeat(50_000)}b`;
  expect(hasTooManyMarks(text)).toBe(true);
  for (const form of forms) {
    const longest = normalizeText(text, form)
      .split(/[^\p{M}]|\u034F/u)
      .reduce((most, run) => Math.max(most, run.length), 0);
    expect(longest).toBeLessThanOrEqual(30);
  }
});

it('exactly 30 marks in a row are accepted', () => {
  expect(hasTooManyMarks(`a${'\u0301'.repeat(30)}b${'\u0301'.repeat(30)}`)).toBe(false);
  expect(hasTooManyMarks(`a${'\u0301'.repeat(31)}`)).toBe(true);
});
