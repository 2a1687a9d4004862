import { cleanDeclarations, cleanStyleSheet, isHarmlessValue } from './clean-style.ts';
import { drawingCost } from './drawing-cost.ts';
import {
  drawingElements,
  geometry,
  presentation,
  textElements,
  transparentElements,
  visibleElements,
} from './svg-vocabulary.ts';
import { BadXml, parseXml, type XmlElement } from './xml-tree.ts';

/** The most elements that are drawn, each reference counted as the elements it repeats. More are an attack, not a logo. */
const maxCost = 100_000;

/**
 * Rebuilds an SVG from an allow-list of elements and attributes. The result has no script, event handler, animation, foreign
 * content, embedded or external file, entity or processing instruction. Null when it is no SVG, shows nothing, or repeats too
 * much.
 */
export function cleanSvg(bytes: Buffer): Buffer | null {
  try {
    const document = parseXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (document.name !== 'svg') return null;
    const [drawing] = cleanElement(document);
    if (!drawing || !isVisible(drawing) || drawingCost(drawing) > maxCost) return null;
    drawing.attributes.set('xmlns', 'http://www.w3.org/2000/svg');
    return Buffer.from(written(drawing));
  } catch (error) {
    if (error instanceof BadXml || error instanceof TypeError) return null;
    throw error;
  }
}

/** The cleaned element, or its cleaned children when only the element is left out, or nothing. */
function cleanElement(element: XmlElement): XmlElement[] {
  const { name } = element;
  if (transparentElements.has(name)) return elementsIn(element).flatMap(cleanElement);
  if (!drawingElements.has(name)) return [];
  const attributes = cleanAttributes(element);
  if (name === 'style') {
    const sheet = cleanStyleSheet(textIn(element));
    return sheet === '' ? [] : [{ name, attributes: new Map(), children: [sheet] }];
  }
  const children = element.children.flatMap((child): (XmlElement | string)[] => {
    if (typeof child !== 'string') return cleanElement(child);
    return textElements.has(name) ? [child] : [];
  });
  return [{ name, attributes, children }];
}

function cleanAttributes(element: XmlElement): Map<string, string> {
  const clean = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    if (name === 'href' || name === 'xlink:href') {
      if (/^\s*#[\w.:-]+\s*$/.test(value)) clean.set('href', value.trim());
    } else if (name === 'xml:space' && /^(preserve|default)$/.test(value)) {
      clean.set(name, value);
    } else if ((geometry.has(name) || presentation.has(name)) && isHarmlessValue(value)) {
      clean.set(name, value);
    }
  }
  // Styles become presentation attributes, which they override, because the policy would block a style attribute.
  for (const [name, value] of cleanDeclarations(element.attributes.get('style') ?? ''))
    clean.set(name, value.replace(/(?<!\s)\s*!\s*important$/i, ''));
  return clean;
}

function isVisible(element: XmlElement): boolean {
  return visibleElements.has(element.name) || elementsIn(element).some(isVisible);
}

function written({ name, attributes, children }: XmlElement): string {
  const tag = [name, ...[...attributes].map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ');
  if (children.length === 0) return `<${tag}/>`;
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('');
  return `<${tag}>${content}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML. Leaves out control characters, lone surrogates and what else XML cannot hold. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
}

const elementsIn = (element: XmlElement) => element.children.filter((child) => typeof child !== 'string');
const textIn = (element: XmlElement) => element.children.filter((child) => typeof child === 'string').join('');
