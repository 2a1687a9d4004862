import { join } from 'node:path';
import { transformSync } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, it } from 'vitest';
import { inlineTexts } from './inline-texts.ts';

const root = join(import.meta.dirname, '..', '..');
const linguiConfig = makeConfig({ locales: ['vi'], sourceLocale: 'en' }, { skipValidation: true });

type Translations = Readonly<Record<string, string>>;

/** The code that is made of the source of `file` for a language, with `#{x}` for `${x}`. `translations`: by English text. */
function compiled(source: string, language = 'en', translations: Translations = {}, file = 'web/cart/x.tsx'): string {
  const catalog = new Map(Object.entries(translations).map(([text, other]) => [generateMessageId(text), other]));
  const result = transformSync(source, {
    filename: join(root, file),
    configFile: false,
    babelrc: false,
    compact: true,
    parserOpts: { plugins: ['jsx', 'typescript'] },
    generatorOpts: { jsescOption: { minimal: true } },
    plugins: [[linguiMacro, { descriptorFields: 'message', linguiConfig }], inlineTexts(language, () => catalog)],
  });
  return (result?.code ?? '').replaceAll('${', '#{');
}

const t = "import { t, plural } from '@lingui/core/macro';";
const trans = "import { Trans } from '@lingui/react/macro';";

it('a text becomes a literal of the language, and no library is imported', () => {
  const source = `${t} export const label = t\`Open menu\`;`;
  expect(compiled(source)).toBe('export const label="Open menu";');
  expect(compiled(source, 'vi', { 'Open menu': 'Mở trình đơn' })).toBe('export const label="Mở trình đơn";');
});

it('values stand where the translation has them, and apostrophes have no special meaning', () => {
  const source = `${t} export const sold = (name, day) => t\`'\${name}' was sold on \${day}.\`;`;
  expect(compiled(source)).toBe("export const sold=(name,day)=>`'#{name}' was sold on #{day}.`;");
  const translations = { "'{name}' was sold on {day}.": "{day}: '{name}' đã bán." };
  expect(compiled(source, 'vi', translations)).toBe("export const sold=(name,day)=>`#{day}: '#{name}' đã bán.`;");
});

it('a plural has the forms of the language', () => {
  const source = `${t} export const pieces = (count) => plural(count, { one: '# piece', other: '# pieces' });`;
  const message = '{count, plural, one {# piece} other {# pieces}}';
  expect(compiled(source)).toBe('export const pieces=count=>`#{count===1?`#{count} piece`:`#{count} pieces`}`;');
  const inVietnamese = { [message]: '{count, plural, other {# tác phẩm}}' };
  expect(compiled(source, 'vi', inVietnamese)).toBe('export const pieces=count=>`#{count} tác phẩm`;');
  const inRussian = { [message]: '{count, plural, one {# a} few {# b} other {# c}}' };
  expect(compiled(source, 'ru', inRussian)).toContain('new Intl.PluralRules("ru").select(count)==="few"');
});

it('elements inside a text keep their attributes and stand in the order of the translation', () => {
  const source = `${trans} export const Note = ({ name }) => <p><Trans>By <a href="/x">{name}</a> alone</Trans></p>;`;
  expect(compiled(source)).toBe('export const Note=({name})=><p>{"By "}<a href="/x">{name}</a>{" alone"}</p>;');
  const translations = { 'By <0>{name}</0> alone': 'Chỉ <0>{name}</0>' };
  expect(compiled(source, 'vi', translations)).toBe(
    'export const Note=({name})=><p>{"Chỉ "}<a href="/x">{name}</a></p>;',
  );
});

it('texts may stand in other texts, in a fragment, and outside of any element', () => {
  const nested = `${t} ${trans} export const Link = () => <><Trans>Read <a title={t\`Terms\`}>more</a></Trans></>;`;
  const translations = { 'Read <0>more</0>': 'Đọc <0>thêm</0>', Terms: 'Điều khoản' };
  expect(compiled(nested, 'vi', translations)).toBe(
    'export const Link=()=><>{"Đọc "}<a title={"Điều khoản"}>{"thêm"}</a></>;',
  );
  const alone = `${trans} export const title = <Trans>Home</Trans>;`;
  expect(compiled(alone)).toBe('export const title=<>{"Home"}</>;');
});

it('a translation with an unknown placeholder, an unknown element or an element that is not closed fails the build', () => {
  const source = `${t} ${trans} export const a = (name) => t\`Hi \${name}\`; export const B = () => <Trans>No <b>way</b></Trans>;`;
  expect(() => compiled(source, 'vi', { 'Hi {name}': 'Chào {nmae}' })).toThrow('unknown placeholder {nmae}');
  expect(() => compiled(source, 'vi', { 'No <0>way</0>': 'Không <1>đời nào</1>' })).toThrow('unknown element <1>');
  expect(() => compiled(source, 'vi', { 'No <0>way</0>': 'Không <0>đời nào' })).toThrow('does not close <0>');
});

it('texts of contract/ are replaced where they stand; keys, imports and paths are not', () => {
  const source = `import x from 'Y'; export const failures = { Sold: "'{name}' is sold", path: 'Sold', most: \`At most \${x} pieces\` };`;
  const translations = {
    "'{name}' is sold": "'{name}' đã bán",
    'At most {0} pieces': 'Nhiều nhất {0} tác phẩm',
    Sold: 'Đã bán',
    Y: 'Z',
  };
  expect(compiled(source, 'vi', translations, 'contract/errors.ts')).toBe(
    "import x from'Y';export const failures={Sold:\"'{name}' đã bán\",path:'Sold',most:`Nhiều nhất #{x} tác phẩm`};",
  );
});
