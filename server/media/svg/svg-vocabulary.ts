/** What a logo may be drawn with. Whatever is not named here is not copied. */

/** Drawn, or drawn through: shapes, text, and what groups and paints them. */
export const drawingElements: ReadonlySet<string> = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style',
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan',
  'linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker',
]); // biome-ignore format: one line per kind reads better

/** A drawing without any of these shows nothing. */
export const visibleElements: ReadonlySet<string> = new Set([
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'use',
]); // biome-ignore format: one line per kind reads better

/** Left out themselves, while what stands in them is kept. */
export const transparentElements: ReadonlySet<string> = new Set(['a', 'switch']);

/** Text stands in these only. */
export const textElements: ReadonlySet<string> = new Set(['text', 'tspan', 'title', 'desc']);

/** Look: the same names as attributes and in style declarations. */
export const presentation: ReadonlySet<string> = new Set([
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap', 'stroke-linejoin',
  'stroke-miterlimit', 'stroke-opacity', 'stroke-width', 'color', 'opacity', 'visibility', 'display', 'overflow',
  'clip-path', 'clip-rule', 'mask', 'mask-type', 'marker-start', 'marker-mid', 'marker-end', 'paint-order', 'vector-effect',
  'stop-color', 'stop-opacity', 'shape-rendering', 'text-rendering', 'color-interpolation', 'isolation', 'mix-blend-mode',
  'font-family', 'font-size', 'font-style', 'font-weight', 'font-stretch', 'font-variant', 'letter-spacing', 'word-spacing',
  'text-anchor', 'text-decoration', 'dominant-baseline', 'alignment-baseline', 'baseline-shift', 'writing-mode', 'direction',
  'transform', 'transform-origin', 'transform-box',
]); // biome-ignore format: one line per kind reads better

/** Place and measure; of `href` only references inside the drawing are copied. */
export const geometry: ReadonlySet<string> = new Set([
  'id', 'class', 'd', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'fr', 'dx', 'dy', 'rotate',
  'width', 'height', 'viewBox', 'preserveAspectRatio', 'points', 'pathLength', 'offset', 'version',
  'gradientUnits', 'gradientTransform', 'spreadMethod', 'patternUnits', 'patternContentUnits', 'patternTransform',
  'clipPathUnits', 'maskUnits', 'maskContentUnits', 'markerUnits', 'markerWidth', 'markerHeight', 'refX', 'refY', 'orient',
  'textLength', 'lengthAdjust', 'role', 'lang',
]); // biome-ignore format: one line per kind reads better
