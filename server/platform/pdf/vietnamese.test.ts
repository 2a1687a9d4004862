import { expect, it } from 'vitest';
import { pageTexts } from '#server/testing/read-pdf.ts';
import { openFont, runsOf } from './typefaces.ts';
import { openDocument } from './typesetter.ts';

const faces = ['text', 'strong', 'display', 'title'] as const;
const tones = ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323'];
/** Each vowel with each tone, and đ; also as capital letters. */
const letters = [...'aăâeêioôơuưy']
  .flatMap((vowel) => tones.map((tone) => (vowel + tone).normalize('NFC')))
  .concat('đ')
  .flatMap((letter) => [letter, letter.toUpperCase()]);

it.each(faces)('the typeface %s has every Vietnamese letter, with every tone, in its own fonts', (face) => {
  expect(letters).toHaveLength(146);
  const family = face === 'text' || face === 'strong' ? /^hanken-grotesk-/ : /^noto-serif-display-(latin|vietnamese)/;
  for (const letter of letters) {
    const [run, ...others] = runsOf(letter, face);
    expect(others).toEqual([]);
    expect(run, letter).toEqual({ text: letter, fontName: expect.stringMatching(family) });
    expect(openFont(run?.fontName ?? '').hasGlyphForCodePoint(letter.codePointAt(0) ?? 0), letter).toBe(true);
  }
});

it('Vietnamese text can be copied, even if its tones were typed as combining characters', async () => {
  const words = 'Giấy chứng nhận xác thực, hoá đơn thuế, phiếu điều chỉnh: Nguyễn Thị Ngữ';
  for (const face of faces) {
    const { setter, finish } = openDocument({});
    setter.tagged('P', () =>
      setter.line(words.normalize('NFD'), 40, 100, { face, size: 10, leading: 14, color: '#000000' }),
    );
    expect(
      pageTexts(await finish())
        .join()
        .trim(),
    ).toBe(words);
  }
});
