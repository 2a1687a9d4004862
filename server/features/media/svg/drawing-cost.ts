import type { XmlElement } from './xml-tree.ts';

/**
 * How many elements are drawn when every reference is followed: a few `use` elements can stand for millions. Infinity for a
 * circular reference, and for one in a style sheet to anything but a gradient: its rule may apply to any element.
 */
export function drawingCost(drawing: XmlElement): number {
  const named = new Map<string, XmlElement>();
  collectNames(drawing, named);
  if (sheetReferences(drawing).some((name) => !/^(linear|radial)Gradient$/.test(named.get(name)?.name ?? '')))
    return Number.POSITIVE_INFINITY;
  const known = new Map<XmlElement, number>();

  const costOf = (element: XmlElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // Marks the element as being counted, so that a circular reference adds Infinity.
    known.set(element, Number.POSITIVE_INFINITY);
    let cost = 1;
    for (const child of element.children) if (typeof child !== 'string') cost += costOf(child);
    for (const name of referencesOf(element)) {
      const target = named.get(name);
      if (target) cost += costOf(target);
    }
    known.set(element, cost);
    return cost;
  };
  return costOf(drawing);
}

function collectNames(element: XmlElement, named: Map<string, XmlElement>): void {
  const id = element.attributes.get('id');
  if (id !== undefined && !named.has(id)) named.set(id, element);
  for (const child of element.children) if (typeof child !== 'string') collectNames(child, named);
}

function sheetReferences(element: XmlElement): string[] {
  return element.children.flatMap((child) => {
    if (typeof child !== 'string') return sheetReferences(child);
    return element.name === 'style' ? urlReferences(child) : [];
  });
}

function referencesOf(element: XmlElement): string[] {
  const found: string[] = [];
  for (const [name, value] of element.attributes) {
    if (name === 'href') found.push(value.slice(1));
    found.push(...urlReferences(value));
  }
  return found;
}

function urlReferences(text: string): string[] {
  return [...text.matchAll(/url\(\s*["']?#([\w.:-]+)/g)].map(([, target = '']) => target);
}
