import { join } from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { transform } from 'oxc-transform-react';
import { minifySync } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { markContractTexts, markMacros } from './mark-texts.ts';
import { readMarkers, type WriteTexts } from './write-texts.ts';

const root = join(import.meta.dirname, '..', '..');

type Translations = Readonly<Record<string, string>>;

interface Compiled {
  file?: string;
  /** Whether the React Compiler runs before the language is written. */
  reactCompiler?: boolean;
  /** As in development, where React expects the children that the source has. */
  keepArrays?: boolean;
}

/**
 * The code that is made of the source of `file` for a language, minified as far as names stay. Each backtick is a quotation mark in it, and
 * `#{x}` stands for `${x}`. `translations`: by English text.
 */
async function compiled(
  source: string,
  language = 'en',
  translations: Translations = {},
  { file = 'web/cart/x.tsx', reactCompiler = false, keepArrays = false }: Compiled = {},
): Promise<string> {
  const catalog = new Map(Object.entries(translations).map(([text, other]) => [generateMessageId(text), other]));
  const path = join(root, file);
  const marked = file.startsWith('contract/')
    ? markContractTexts(path, source, (id, text) => (catalog.get(id) ?? text) !== text)
    : markMacros(path, source);
  const { code } = await transform(path, marked?.toString() ?? source, {
    jsx: { runtime: 'automatic' },
    reactCompiler,
  });
  const written = readMarkers('x.js', code)?.({ language, catalogs: () => catalog, keepArrays }).toString() ?? code;
  const { code: shorter } = minifySync('x.js', written, { compress: false, mangle: false });
  return shorter
    .replaceAll('${', '#{')
    .replaceAll('`', '"')
    .replace(/import\{[^}]*\}from"react\/jsx-runtime";/, '');
}

const t = "import { t, plural } from '@lingui/core/macro';";
const trans = "import { Trans, Plural } from '@lingui/react/macro';";

it('a text becomes a literal of the language, and no library is imported', async () => {
  const source = `${t} export const label = t\`Open menu\`;`;
  expect(await compiled(source)).toBe('export const label="Open menu";');
  expect(await compiled(source, 'vi', { 'Open menu': 'Mở trình đơn' })).toBe('export const label="Mở trình đơn";');
});

it('values stand where the translation has them, and apostrophes have no special meaning', async () => {
  const source = `${t} export const sold = (name, day) => t\`'\${name}' was sold on \${day}.\`;`;
  expect(await compiled(source)).toBe('export const sold=(name,day)=>"\'#{name}\' was sold on #{day}.";');
  const translations = { "'{name}' was sold on {day}.": "{day}: '{name}' đã bán." };
  expect(await compiled(source, 'vi', translations)).toBe(
    'export const sold=(name,day)=>"#{day}: \'#{name}\' đã bán.";',
  );
});

it('a plural has the forms of the language', async () => {
  const source = `${t} export const pieces = (count) => plural(count, { one: '# piece', other: '# pieces' });`;
  const message = '{count, plural, one {# piece} other {# pieces}}';
  expect(await compiled(source)).toBe('export const pieces=count=>"#{count===1?"#{count} piece":"#{count} pieces"}";');
  const inVietnamese = { [message]: '{count, plural, other {# tác phẩm}}' };
  expect(await compiled(source, 'vi', inVietnamese)).toBe('export const pieces=count=>"#{count} tác phẩm";');
  const inRussian = { [message]: '{count, plural, one {# a} few {# b} other {# c}}' };
  expect(await compiled(source, 'ru', inRussian)).toContain('new Intl.PluralRules("ru").select(count)==="few"');
});

it('elements inside a text keep their attributes and stand in the order of the translation', async () => {
  const source = `${trans} export const Note = ({ name }) => <p><Trans>By <a href="/x">{name}</a> alone</Trans></p>;`;
  const link = '_jsxs("a",{href:"/x",children:name})';
  expect(await compiled(source)).toBe(`export const Note=({name})=>_jsxs("p",{children:["By ",${link}," alone"]});`);
  expect(await compiled(source, 'vi', { 'By <0>{name}</0> alone': 'Chỉ <0>{name}</0>' })).toBe(
    `export const Note=({name})=>_jsxs("p",{children:["Chỉ ",${link}]});`,
  );
  expect(await compiled(source, 'vi', { 'By <0>{name}</0> alone': '<0>{name}</0>' })).toBe(
    `export const Note=({name})=>_jsxs("p",{children:${link}});`,
  );
  expect(await compiled(source, 'vi', { 'By <0>{name}</0> alone': '<0>{name}</0>' }, { keepArrays: true })).toBe(
    `export const Note=({name})=>_jsxs("p",{children:[_jsxs("a",{href:"/x",children:[name]})]});`,
  );
});

it('two values and a plural among the children of an element change places', async () => {
  const source = `${trans} export const Note = ({ name, count }) => <p>1 <Trans>{name} has <Plural value={count} one="# piece" other="# pieces" /></Trans> 2</p>;`;
  const plural = '"#{count===1?"#{count} piece":"#{count} pieces"}"';
  expect(await compiled(source)).toContain(`children:["1 ",name," has ",${plural}," 2"]`);
  const translations = {
    '{name} has {count, plural, one {# piece} other {# pieces}}': '{count, plural, other {# tác phẩm}}: {name}',
  };
  expect(await compiled(source, 'vi', translations)).toContain('children:["1 ","#{count} tác phẩm",": ",name," 2"]');
});

it('texts may stand in other texts, in a fragment, and outside of any element', async () => {
  const nested = `${t} ${trans} export const Link = () => <><Trans>Read <a title={t\`Terms\`}>more</a></Trans></>;`;
  const translations = { 'Read <0>more</0>': 'Đọc <0>thêm</0>', Terms: 'Điều khoản' };
  expect(await compiled(nested, 'vi', translations)).toBe(
    'export const Link=()=>_jsxs(_Fragment,{children:["Đọc ",_jsx("a",{title:"Điều khoản",children:"thêm"})]});',
  );
  const alone = `${trans} export const title = <Trans>Home</Trans>;`;
  expect(await compiled(alone)).toBe('export const title=_jsx(_Fragment,{children:"Home"});');
});

it('texts that the React Compiler has put into variables have the order of the translation', async () => {
  const source = `${trans} export function Total({ price, sums }) {
    const total = sums.reduce((sum, one) => sum + one, 0);
    if (total === 0) return null;
    return <p><Trans>New total <b>{price(total)}</b> today</Trans></p>;
  }`;
  const withCompiler = { reactCompiler: true };
  expect(await compiled(source, 'en', {}, withCompiler)).toMatch(/"New total ".*"b".*" today"/s);
  const translated = await compiled(
    source,
    'vi',
    { 'New total <0>{0}</0> today': '<0>{0}</0> là tổng mới' },
    withCompiler,
  );
  expect(translated).toMatch(/"b".*" là tổng mới"/s);
  expect(translated).not.toMatch(/New total|today/);
});

it('a translation with an unknown placeholder, an unknown element or an element that is not closed fails the build', async () => {
  const source = `${t} ${trans} export const a = (name) => t\`Hi \${name}\`; export const B = () => <Trans>No <b>way</b></Trans>;`;
  await expect(compiled(source, 'vi', { 'Hi {name}': 'Chào {nmae}' })).rejects.toThrow('unknown placeholder {nmae}');
  await expect(compiled(source, 'vi', { 'No <0>way</0>': 'Không <1>đời nào</1>' })).rejects.toThrow(
    'unknown element <1>',
  );
  await expect(compiled(source, 'vi', { 'No <0>way</0>': 'Không <0>đời nào' })).rejects.toThrow('does not close <0>');
});

it('texts of contract/ are replaced where they stand; keys, imports and paths are not', async () => {
  const source = `import x from 'Y'; export const failures = { Sold: "'{name}' is sold", path: 'Sold', most: \`At most \${x} pieces\` };`;
  const translations = {
    "'{name}' is sold": "'{name}' đã bán",
    'At most {0} pieces': 'Nhiều nhất {0} tác phẩm',
    Sold: 'Đã bán',
    Y: 'Z',
  };
  const file = { file: 'contract/errors.ts' };
  expect(await compiled(source, 'vi', translations, file)).toBe(
    'import x from"Y";export const failures={Sold:"\'{name}\' đã bán",path:"Sold",most:"Nhiều nhất #{x} tác phẩm"};',
  );
  expect(await compiled(source, 'en', {}, file)).toBe(
    'import x from"Y";export const failures={Sold:"\'{name}\' is sold",path:"Sold",most:"At most #{x} pieces"};',
  );
});

it('the English text of contract/ comes back from a marker as it was', () => {
  const source = `export const failures = { most: \`At most \${limit} of {name}\`, sold: "'{name}' is sold" };`;
  const marked = markContractTexts(join(root, 'contract/errors.ts'), source, () => true)?.toString() ?? '';
  const write: WriteTexts | null = readMarkers('x.js', marked);
  expect(write?.({ language: 'en', catalogs: () => new Map() }).toString()).toBe(source);
});

it('a text that a program has changed on the way fails the build', () => {
  const marked = markMacros(join(root, 'web/cart/x.ts'), `${t} export const label = t\`Open menu\`;`)?.toString() ?? '';
  const options = { language: 'en', catalogs: () => new Map() };
  expect(() =>
    readMarkers(
      'x.js',
      marked.replace(/"(.+)"/, (text) => text.toUpperCase()),
    )?.(options),
  ).toThrow('changed the marker');
  const inPattern = marked.replace(/"(.+)"/, '/$1/');
  expect(() => readMarkers('x.js', inPattern)?.(options)).toThrow('a text stands where it cannot be replaced');
});

it('macros that are not supported fail the build', () => {
  const compile = (source: string) => () => markMacros(join(root, 'web/cart/x.tsx'), source);
  expect(compile("import { select } from '@lingui/core/macro';")).toThrow(
    'The macro select of Lingui is not supported',
  );
  expect(compile("import { useLingui } from '@lingui/react/macro';")).toThrow('The macro useLingui of Lingui');
});
