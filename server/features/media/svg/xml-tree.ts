import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** An element of a parsed document, with entities resolved. `name` has no namespace prefix; names of attributes keep theirs. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

/** Thrown if the text is not well-formed, or has too many or too deeply nested elements. */
export class BadXml extends Error {}

const maxDepth = 100;
const maxElements = 50_000;

/**
 * Parses well-formed XML. Leaves out comments, processing instructions and the DOCTYPE with the entities it declares: an entity
 * that XML itself does not define becomes an empty text. Throws BadXml.
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  let elements = 0;
  const addText = (part: string) => open.at(-1)?.children.push(part);

  const parser = new SaxesParser();
  parser.ENTITIES = predefinedEntities;
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > maxElements || open.length > maxDepth) throw new BadXml('too many elements');
    const element = elementOf(tag);
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('error', (reason) => {
    throw new BadXml(reason.message);
  });
  parser.write(text).close();

  const element = root.children.find((child) => typeof child !== 'string');
  if (!element) throw new BadXml('no element');
  return element;
}

/** The text of each entity: empty for an unknown name, because drawing programs use entities that only their DOCTYPE declares. */
const predefinedEntities = new Proxy<Record<string, string>>(
  { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" },
  { get: (entities, name) => (typeof name === 'string' && Object.hasOwn(entities, name) ? entities[name] : '') },
);

function elementOf({ name, attributes }: SaxesTagPlain): XmlElement {
  return { name: localName(name), attributes: new Map(Object.entries(attributes)), children: [] };
}

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);
