/** An element of a parsed document; names without their namespace prefix, entities resolved. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

/** The text is not well-formed, or has too many elements. */
export class BadXml extends Error {}

const maxDepth = 100;
const maxElements = 50_000;

/**
 * Parses well-formed XML. Leaves out comments, processing instructions and the DOCTYPE with the entities it declares: an entity
 * that XML itself does not define becomes an empty text. Throws BadXml.
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [] };
  const open: { element: XmlElement; tag: string }[] = [{ element: root, tag: '' }];
  const reader = createReader(text);
  for (let elements = 0; !reader.atEnd(); ) {
    const parent = open[open.length - 1];
    if (!parent) throw new BadXml('unexpected closing tag');
    const token = readToken(reader);
    if (token.kind === 'text') parent.element.children.push(token.text);
    if (token.kind === 'close') {
      if (token.tag !== parent.tag || open.length === 1) throw new BadXml('mismatched tags');
      open.pop();
    }
    if (token.kind === 'open') {
      elements += 1;
      if (elements > maxElements || open.length > maxDepth) throw new BadXml('too many elements');
      const element = { name: localName(token.tag), attributes: token.attributes, children: [] };
      parent.element.children.push(element);
      if (!token.isEmpty) open.push({ element, tag: token.tag });
    }
  }
  if (open.length !== 1) throw new BadXml('unclosed element');
  return onlyElementOf(root);
}

function onlyElementOf(root: XmlElement): XmlElement {
  const elements = root.children.filter((child) => typeof child !== 'string');
  const [element] = elements;
  const hasText = root.children.some((child) => typeof child === 'string' && child.trim() !== '');
  if (!element || elements.length > 1 || hasText) throw new BadXml('not exactly one root element');
  return element;
}

type Token =
  | { kind: 'nothing' }
  | { kind: 'text'; text: string }
  | { kind: 'close'; tag: string }
  | { kind: 'open'; tag: string; attributes: Map<string, string>; isEmpty: boolean };

type TextReader = ReturnType<typeof createReader>;

const tagName = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y;

function readToken(reader: TextReader): Token {
  if (!reader.startsWith('<')) return { kind: 'text', text: resolveEntities(reader.until('<')) };
  if (reader.skip('<!--')) return nothingAfter(reader.through('-->'));
  if (reader.skip('<?')) return nothingAfter(reader.through('?>'));
  if (reader.skip('<![CDATA[')) return { kind: 'text', text: reader.through(']]>') };
  if (reader.skip('<!DOCTYPE')) return nothingAfter(skipDoctype(reader));
  if (reader.skip('</')) {
    const tag = reader.match(tagName);
    reader.match(/\s*/y);
    reader.expect('>');
    return { kind: 'close', tag };
  }
  reader.expect('<');
  return readOpeningTag(reader);
}

const nothingAfter = (_skipped: unknown): Token => ({ kind: 'nothing' });

function readOpeningTag(reader: TextReader): Token {
  const tag = reader.match(tagName);
  const attributes = new Map<string, string>();
  for (;;) {
    const space = reader.match(/\s*/y);
    if (reader.skip('/>')) return { kind: 'open', tag, attributes, isEmpty: true };
    if (reader.skip('>')) return { kind: 'open', tag, attributes, isEmpty: false };
    if (space === '') throw new BadXml('no space before an attribute');
    const name = reader.match(tagName);
    reader.match(/\s*=\s*/y);
    const quoted = reader.match(/"[^"<]*"|'[^'<]*'/y);
    if (attributes.has(name)) throw new BadXml('duplicate attribute');
    attributes.set(name, resolveEntities(quoted.slice(1, -1)));
  }
}

/** Reads to the end of the DOCTYPE, over quoted texts and declarations in brackets. */
function skipDoctype(reader: TextReader): void {
  for (let depth = 0; ; ) {
    const part = reader.match(/[^"'[\]<>]*(?:"[^"]*"|'[^']*'|<!--[\s\S]*?-->|[[\]<>])/y);
    if (part.endsWith('-->')) continue;
    const sign = part.at(-1);
    if (sign === '>' && depth === 0) return;
    if (sign === '[' || sign === '<') depth += 1;
    if (sign === ']' || sign === '>') depth -= 1;
    if (depth < 0) throw new BadXml('unclosed DOCTYPE');
  }
}

function createReader(text: string) {
  let at = 0;
  const reader = {
    atEnd: () => at >= text.length,
    startsWith: (sign: string) => text.startsWith(sign, at),
    skip(sign: string): boolean {
      if (!text.startsWith(sign, at)) return false;
      at += sign.length;
      return true;
    },
    expect(sign: string): void {
      if (!reader.skip(sign)) throw new BadXml(`${sign} was expected`);
    },
    /** The text before `sign`, or the rest. */
    until(sign: string): string {
      const end = text.indexOf(sign, at);
      const found = text.slice(at, end === -1 ? text.length : end);
      at += found.length;
      return found;
    },
    /** The text before `sign`, which must follow; reads past it. */
    through(sign: string): string {
      const found = reader.until(sign);
      reader.expect(sign);
      return found;
    },
    /** The match of a sticky `pattern` at the current position. Throws when there is none. */
    match(pattern: RegExp): string {
      pattern.lastIndex = at;
      const [found] = pattern.exec(text) ?? [];
      if (found === undefined) throw new BadXml('not well-formed');
      at += found.length;
      return found;
    },
  };
  return reader;
}

const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function resolveEntities(text: string): string {
  return text.replace(/&([^;&\s]{0,40};?)/g, (_whole, body: string) => {
    const name = body.replace(/;$/, '');
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const codePoint = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
    if (codePoint === null) return namedEntities[name] ?? '';
    return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
  });
}

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);
