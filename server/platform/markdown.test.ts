import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { RichBlock, RichSpan } from '#contract/rich-text.ts';
import { processorTimeOf } from '#server/testing/processor-time.ts';
import { parseMarkdown, plainText } from './markdown.ts';

const text = (words: string): RichSpan => ({ kind: 'text', text: words });
const paragraph = (...spans: RichSpan[]): RichBlock => ({ kind: 'paragraph', spans });

it('Markdown of an owner becomes headings, lists, quotes, breaks and words', () => {
  expect(
    parseMarkdown('## By post\n\nWe *pack* it.\nThen **you** wait.\n\n3. one\n4. two\n\n- a\n\n> so\n\n---'),
  ).toEqual([
    { kind: 'heading', level: 2, spans: [text('By post')] },
    paragraph(
      text('We '),
      { kind: 'emphasis', spans: [text('pack')] },
      text(' it.'),
      { kind: 'break' },
      text('Then '),
      { kind: 'strong', spans: [text('you')] },
      text(' wait.'),
    ),
    { kind: 'list', start: 3, items: [[paragraph(text('one'))], [paragraph(text('two'))]] },
    { kind: 'list', start: null, items: [[paragraph(text('a'))]] },
    { kind: 'quote', blocks: [paragraph(text('so'))] },
    { kind: 'rule' },
  ]);
});

it('headings begin below the title of the page and leave out no level', () => {
  const levels = parseMarkdown('### a\n##### b\n###### c\n##### d\n# e\n#\n## f').map(
    (block) => block.kind === 'heading' && block.level,
  );
  expect(levels).toEqual([2, 3, 4, 3, 2, 3]);
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'words <b onclick="x">bold</b>',
  '<!-- a comment -->',
  '<svg/onload=alert(1)>',
  '`<script>`',
])('HTML is shown as it is written: %s', (source) => {
  expect(parseMarkdown(source)).toEqual([paragraph(text(source))]);
});

it.each([
  'https://shop.example/a?b=c',
  'mailto:studio@shop.example',
  'tel:+61255501187',
  '/policies/terms',
  '/#contact',
])('a link may lead to %s', (href) => {
  expect(parseMarkdown(`[here](${href})`)).toEqual([paragraph({ kind: 'link', href, spans: [text('here')] })]);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '&#x6a;avascript:alert(1)',
  'java&NewLine;script:alert(1)',
  '\\javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'http://shop.example',
  '//evil.example',
  'evil.example',
  '#top',
  'https:evil.example',
  'https://',
  'blob:https://shop.example/x',
])('an address that is not allowed does not become a link: %s', (href) => {
  for (const source of [`[here](${href})`, `[here](<${href}>)`, `<${href}>`, `[here]\n\n[here]: ${href}`])
    expect(linksOf(parseMarkdown(source))).toEqual([]);
});

it('a path that browsers could read as another host becomes no link, or one within the shop', () => {
  for (const href of ['/\\evil.example', '/&Tab;/evil.example', '/%2f/evil.example', '/../..//evil.example'])
    for (const link of linksOf(parseMarkdown(`[here](${href})`)))
      expect([link, new URL(link, 'https://shop.example').origin]).toEqual([link, 'https://shop.example']);
});

it('a link without words is left out, because screen readers could not name it', () => {
  expect(parseMarkdown('[](https://shop.example) [ ](https://shop.example)')).toEqual([]);
});

it('a picture becomes a link and is not loaded, because its host would learn who reads the page', () => {
  const [block] = parseMarkdown('![map](https://tracker.example/pixel.png)');
  expect(block).toMatchObject({ kind: 'paragraph', spans: [text('!'), { kind: 'link' }] });
});

const long = (words: string) => words.repeat(limits.longText / words.length + 1).slice(0, limits.longText);

it.each([
  ['brackets', long('[')],
  ['links that never end', long('[a](')],
  ['stars', long('*')],
  ['emphasis in emphasis', long('*a **b ')],
  ['emphasis that closes', long('*a*')],
  ['mixed emphasis', long('**x*_')],
  ['quotes in quotes', long('> ')],
  ['lists in lists', long('- ')],
  ['lists in ever deeper lists', Array.from({ length: 190 }, (_, step) => `${'  '.repeat(step / 2)}- a`).join('\n')],
  ['escapes', long('\\')],
  ['entities', long('&#x41;')],
  ['angle brackets', long('<https://a')],
  ['lines', long('a\n')],
  ['headings', long('# a\n')],
  ['backticks', long('`')],
])('the longest hostile text is parsed within seconds into blocks that are not deep: %s', (_what, source) => {
  // Takes 200 ms at most on a slow machine; a quadratic parser would need minutes.
  expect(processorTimeOf(() => plainText(parseMarkdown(source)))).toBeLessThan(5_000);
  expect(depthOf(parseMarkdown(source))).toBeLessThan(50);
});

function linksOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'href' in value ? [String(value.href)] : [];
  return [...own, ...Object.values(value).flatMap(linksOf)];
}

function depthOf(blocks: readonly (RichBlock | RichSpan)[]): number {
  const inside = blocks.map((block) => {
    if ('spans' in block) return depthOf(block.spans);
    if ('blocks' in block) return depthOf(block.blocks);
    return 'items' in block ? Math.max(0, ...block.items.map(depthOf)) : 0;
  });
  // Not Math.max(...inside): there are too many blocks for the arguments of one call.
  return 1 + inside.reduce((most, depth) => Math.max(most, depth), 0);
}
