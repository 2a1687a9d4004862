import { expect, it } from 'vitest';
import { pageTexts } from '#server/testing/read-pdf.ts';
import { openFont, runsOf } from './typefaces.ts';
import { openDocument, type Style } from './typesetter.ts';

const style: Style = { face: 'text', size: 10, leading: 14, color: '#000000' };
const names = ['鈴木一郎', 'ハナムラ きよ', '陳黎雲溪', '陈黎云溪', '김민수', '𠮷野家', '龍門㛃'];

async function drawn(text: string): Promise<string> {
  const { setter, finish } = openDocument({});
  setter.tagged('P', () => setter.line(text, 40, 100, style));
  return pageTexts(await finish())
    .join('\n')
    .trim();
}

it.each(names)('chooses fonts that have a glyph for each drawn character of the name %s, in every typeface', (name) => {
  for (const face of ['text', 'strong', 'display', 'title'] as const) {
    const runs = runsOf(name, face);
    // A letter that no font has would be replaced by a box.
    expect(runs.map(({ text }) => text).join('')).toBe(name);
    for (const { fontName, text } of runs) {
      for (const character of text)
        expect(openFont(fontName).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)).toBe(true);
    }
  }
});

it('draws several scripts in one line, and their text can be copied', async () => {
  const line = 'Lê Vân Khê, 鈴木一郎, 陈黎云溪 (陳黎雲溪), 김민수, 𠮷野家, Đặng Quý Lam';
  expect(await drawn(line)).toBe(line);
});

it('draws a box for a letter that no font has, and leaves out emoji', async () => {
  expect(await drawn('Moon ๏ ꙮ🌙 Lê')).toBe('Moon □ □ Lê');
});

it('breaks Chinese and Japanese between characters, but not before a closing sign, and Korean at spaces', () => {
  const { setter } = openDocument({});
  const lines = (text: string, width: number) => setter.linesOf(text, width, style);
  expect(lines('漆の木から採れる樹液。', 40)).toEqual(['漆の木か', 'ら採れる', '樹液。']);
  expect(lines('漆の木「樹液」を塗る', 42)).toEqual(['漆の木', '「樹液」', 'を塗る']);
  expect(lines('김민수 이영희', 40)).toEqual(['김민수', '이영희']);
  expect(lines('Lacquer 漆器 from Huế', 52)).toEqual(['Lacquer 漆', '器 from', 'Huế']);
});
