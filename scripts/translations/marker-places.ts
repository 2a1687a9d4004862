import type { ESTree } from 'rolldown/utils';
import { MarkerStream } from './marker-stream.ts';
import { languageMarker, type Marker, OPEN } from './markers.ts';
import { type Node, walk } from './syntax.ts';

/** The marker that an element of an array is; null if it is none. */
export type MarkerOf = (element: Node | null | undefined, array: Node) => Marker | null;

/** A place in the code that each language replaces. */
export type Place =
  | { kind: 'language'; node: Node }
  | { kind: 'boundary'; node: Node; marker: Marker }
  | { kind: 'children'; node: ESTree.ArrayExpression; mayBeOne: boolean }
  | { kind: 'text'; node: ESTree.StringLiteral | ESTree.TemplateLiteral };

/** The outermost places below a node, in their order. */
export function placesIn(node: Node, markerOf: MarkerOf): Place[] {
  const found: Place[] = [];
  walk(node, (inner, parent) => {
    const place = placeAt(inner, parent, markerOf);
    if (place) found.push(place);
    return !place;
  });
  return found;
}

function placeAt(node: Node, parent: Node | null, markerOf: MarkerOf): Place | null {
  switch (node.type) {
    case 'Identifier':
      return node.name === languageMarker ? { kind: 'language', node } : null;
    case 'ArrayExpression': {
      if (!node.elements.some((element) => markerOf(element, node)?.kind === 'start')) return null;
      const isNamed = parent?.type === 'Property' && parent.key.type === 'Identifier' && parent.key.name === 'children';
      return { kind: 'children', node, mayBeOne: isNamed };
    }
    case 'Literal': {
      if (typeof node.value !== 'string' || !node.value.includes(OPEN)) return null;
      const marker = markerIn(node);
      if (marker?.kind === 'start' || marker?.kind === 'end') return { kind: 'boundary', node, marker };
      return { kind: 'text', node };
    }
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => value.cooked?.includes(OPEN)) ? { kind: 'text', node } : null;
    default:
      return null;
  }
}

function markerIn(node: Node | null | undefined): Marker | null {
  if (node?.type !== 'Literal' || typeof node.value !== 'string' || !node.value.startsWith(OPEN)) return null;
  return new MarkerStream([node.value.slice(1)]).head();
}

interface Scope {
  outer: Scope | null;
  /** The variables that have a marker. */
  markers: Map<string, Marker>;
}

/**
 * Returns a function that finds the marker that an element of an array is: the React Compiler sometimes puts children of an element into
 * variables.
 */
export function findMarkers(program: Node): MarkerOf {
  const scopes = new Map<Node, Scope>();
  const scan = (node: Node, scope: Scope) =>
    walk(node, (inner) => {
      if (inner !== node && isFunction(inner)) {
        scan(inner, { outer: scope, markers: new Map() });
        return false;
      }
      if (inner.type === 'ArrayExpression') scopes.set(inner, scope);
      const [name, value] = assignmentOf(inner);
      const one = markerIn(value);
      if (one && name?.type === 'Identifier') scope.markers.set(name.name, one);
      return true;
    });
  scan(program, { outer: null, markers: new Map() });
  return (element, array) => {
    if (element?.type !== 'Identifier') return markerIn(element);
    for (let scope = scopes.get(array) ?? null; scope; scope = scope.outer) {
      const one = scope.markers.get(element.name);
      if (one) return one;
    }
    return null;
  };
}

const isFunction = ({ type }: Node) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

function assignmentOf(node: Node): [name?: Node, value?: Node | null] {
  if (node.type === 'AssignmentExpression') return [node.left, node.right];
  return node.type === 'VariableDeclarator' ? [node.id, node.init] : [];
}
