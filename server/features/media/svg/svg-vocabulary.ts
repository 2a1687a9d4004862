/** The allow-list of elements and attributes of a logo. Anything else is left out. */

/** Shapes, text, and the elements that group and paint them. */
export const drawingElements: ReadonlySet<string> = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style',
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan',
  'linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker',
]); // biome-ignore format: one line per kind reads better

/** An SVG without any of these shows nothing. */
export const visibleElements: ReadonlySet<string> = new Set([
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'use',
]); // biome-ignore format: one line per kind reads better

/** Elements that are left out, but whose children stay. */
export const transparentElements: ReadonlySet<string> = new Set(['a', 'switch']);

/** Elements that may contain text. */
export const textElements: ReadonlySet<string> = new Set(['text', 'tspan', 'title', 'desc']);

/** Properties that are allowed as attributes and in style declarations. */
export const presentation: ReadonlySet<string> = new Set([
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap', 'stroke-linejoin',
  'stroke-miterlimit', 'stroke-opacity', 'stroke-width', 'color', 'opacity', 'visibility', 'display', 'overflow',
  'clip-path', 'clip-rule', 'mask', 'mask-type', 'marker-start', 'marker-mid', 'marker-end', 'paint-order', 'vector-effect',
  'stop-color', 'stop-opacity', 'shape-rendering', 'text-rendering', 'color-interpolation', 'isolation', 'mix-blend-mode',
  'font-family', 'font-size', 'font-style', 'font-weight', 'font-stretch', 'font-variant', 'letter-spacing', 'word-spacing',
  'text-anchor', 'text-decoration', 'dominant-baseline', 'alignment-baseline', 'baseline-shift', 'writing-mode', 'direction',
  'transform', 'transform-origin', 'transform-box',
]); // biome-ignore format: one line per kind reads better

/** Other allowed attributes, mostly of place and size. `href` is handled apart: only references inside the SVG are allowed. */
export const geometry: ReadonlySet<string> = new Set([
  'id', 'class', 'd', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'fr', 'dx', 'dy', 'rotate',
  'width', 'height', 'viewBox', 'preserveAspectRatio', 'points', 'pathLength', 'offset', 'version',
  'gradientUnits', 'gradientTransform', 'spreadMethod', 'patternUnits', 'patternContentUnits', 'patternTransform',
  'clipPathUnits', 'maskUnits', 'maskContentUnits', 'markerUnits', 'markerWidth', 'markerHeight', 'refX', 'refY', 'orient',
  'textLength', 'lengthAdjust', 'role', 'lang',
]); // biome-ignore format: one line per kind reads better
