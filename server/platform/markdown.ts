import MarkdownIt, { type Token } from 'markdown-it';
import type { RichBlock, RichSpan, RichText } from '#contract/rich-text.ts';

/**
 * Deepest nesting of blocks, and of spans within a block. The parser leaves out blocks that are deeper; deeper spans keep their
 * text.
 */
const deepest = 20;

/** The preset `zero` parses only paragraphs. HTML, code, pictures and references are not added to it, so they stay text. */
const parser = new MarkdownIt('zero', { maxNesting: deepest }).enable([
  'blockquote',
  'heading',
  'hr',
  'lheading',
  'list',
  'autolink',
  'emphasis',
  'entity',
  'escape',
  'link',
  'newline',
]);
parser.validateLink = isAllowedLink;

/** Parses Markdown into data that pages can show safely, whatever the text is. A line break in the text is one on the page. */
export function parseMarkdown(source: string): RichText {
  const openHeadings: number[] = [];
  return treeOf(parser.parse(source, {})).flatMap((node) => blockOf(node, openHeadings));
}

/** The text of formatted text without its format, with a line for each block. */
export function plainText(blocks: RichText): string {
  return blocks.map(textOfBlock).join('\n');
}

/**
 * Whether a link may lead to `href`: an https, mail or telephone address, or a path of the shop itself. `href` is normalised: its
 * characters are ASCII without spaces.
 */
function isAllowedLink(href: string): boolean {
  const shop = 'https://shop.invalid';
  if (href.startsWith('/')) return URL.parse(href, shop)?.origin === shop;
  return /^(https:\/\/|mailto:|tel:)./i.test(href) && URL.canParse(href);
}

interface Node {
  token: Token;
  children: Node[];
}

/** Builds a tree of tokens that open, close and stand alone. An element that is nested too deeply is left out; its text stays. */
function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  let ignored = 0;
  for (const token of tokens) {
    if (token.nesting === -1) {
      if (ignored > 0) ignored -= 1;
      else open.pop();
    } else if (token.nesting === 1 && open.length > deepest) {
      ignored += 1;
    } else {
      const node: Node = { token, children: [] };
      open.at(-1)?.push(node);
      if (token.nesting === 1) open.push(node.children);
    }
  }
  return root;
}

/** The blocks of a node; none if it has no content. `openHeadings`: the levels, as written, of the headings that contain it. */
function blockOf({ token, children }: Node, openHeadings: number[]): RichBlock[] {
  const blocks = () => children.flatMap((child) => blockOf(child, openHeadings));
  switch (token.type) {
    case 'heading_open': {
      const spans = spansOfBlock(children);
      if (isBlank(spans)) return [];
      return [{ kind: 'heading', level: levelOf(Number(token.tag.slice(1)), openHeadings), spans }];
    }
    case 'paragraph_open': {
      const spans = spansOfBlock(children);
      return isBlank(spans) ? [] : [{ kind: 'paragraph', spans }];
    }
    case 'bullet_list_open':
      return [{ kind: 'list', start: null, items: itemsOf(children, openHeadings) }];
    case 'ordered_list_open':
      return [{ kind: 'list', start: Number(token.attrGet('start') ?? 1), items: itemsOf(children, openHeadings) }];
    case 'blockquote_open':
      return [{ kind: 'quote', blocks: blocks() }];
    case 'hr':
      return [{ kind: 'rule' }];
    default:
      return blocks();
  }
}

const itemsOf = (items: readonly Node[], openHeadings: number[]) =>
  items.map(({ children }) => children.flatMap((child) => blockOf(child, openHeadings)));

/** A heading is one level below the heading that contains it, whatever levels the writer has left out. */
function levelOf(written: number, openHeadings: number[]): number {
  while ((openHeadings.at(-1) ?? 0) >= written) openHeadings.pop();
  openHeadings.push(written);
  return Math.min(1 + openHeadings.length, 6);
}

const spansOfBlock = (children: readonly Node[]): RichSpan[] =>
  children.flatMap(({ token }) => treeOf(token.children ?? []).flatMap(spanOf));

function spanOf({ token, children }: Node): RichSpan[] {
  const spans = children.flatMap(spanOf);
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return [{ kind: 'break' }];
    case 'em_open':
      return [{ kind: 'emphasis', spans }];
    case 'strong_open':
      return [{ kind: 'strong', spans }];
    case 'link_open': {
      const href = String(token.attrGet('href') ?? '');
      return isAllowedLink(href) && !isBlank(spans) ? [{ kind: 'link', href, spans }] : spans;
    }
    default:
      return token.content === '' ? spans : [{ kind: 'text', text: token.content }];
  }
}

const isBlank = (spans: readonly RichSpan[]): boolean => textOfSpans(spans).trim() === '';

function textOfBlock(block: RichBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return textOfSpans(block.spans);
    case 'list':
      return block.items.map(plainText).join('\n');
    case 'quote':
      return plainText(block.blocks);
    case 'rule':
      return '';
  }
}

function textOfSpans(spans: readonly RichSpan[]): string {
  return spans
    .map((span) => {
      if (span.kind === 'text') return span.text;
      return span.kind === 'break' ? ' ' : textOfSpans(span.spans);
    })
    .join('');
}
