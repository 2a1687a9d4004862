import { createHash } from 'node:crypto';

export interface HashedDocument {
  html: string;
  /** As the Content-Security-Policy has them: `'sha256-…'`. */
  scripts: string[];
  styles: string[];
}

/**
 * Makes a rendered document fit for a policy without 'unsafe-inline': its `style="…"` attributes move into one <style>
 * in the head, keyed by `data-style`, and every inline script and style is answered with its hash.
 *
 * React leaves attributes alone when it takes the page over, and later changes styles through the DOM, which the policy
 * does not forbid; an element's own style then wins over the rule in the head.
 */
export function hashInline(rendered: string): HashedDocument {
  const html = moveStyleAttributes(rendered);
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, name = '', attributes = '', content = ''] of html.matchAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi,
  )) {
    if (name.toLowerCase() === 'style') styles.add(inlineHash(content));
    else if (content !== '' && isRun(attributes)) scripts.add(inlineHash(content));
  }
  return { html, scripts: [...scripts], styles: [...styles] };
}

/** Comments, scripts and styles are stepped over; React escapes `<`, `>` and quotes everywhere else. */
const tokens = /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<[a-z][^>]*? style="([^"]*)"[^>]*>/gi;

function moveStyleAttributes(html: string): string {
  const keys = new Map<string, number>();
  const moved = html.replace(tokens, (token: string, _element: string | undefined, escaped: string | undefined) => {
    if (escaped === undefined) return token;
    const declarations = unescapeMarkup(escaped);
    // Nothing that could end the rule or the element is let into the style sheet.
    if (/[{}<>]|\/\*/.test(declarations)) return token.replace(` style="${escaped}"`, '');
    const key = keys.get(declarations) ?? keys.size;
    keys.set(declarations, key);
    return token.replace(` style="${escaped}"`, ` data-style="${key}"`);
  });
  if (keys.size === 0) return moved;
  const rules = [...keys].map(([declarations, key]) => `[data-style="${key}"]{${declarations}}`).join('');
  return moved.replace('</head>', () => `<style>${rules}</style></head>`);
}

/** A script of another type, such as JSON-LD, is a block of text to the browser. */
function isRun(attributes: string): boolean {
  const type = /\stype="([^"]*)"/i.exec(attributes)?.[1]?.toLowerCase() ?? '';
  return type === '' || type === 'module' || type === 'importmap' || type.endsWith('javascript');
}

/** Of the entities that are written here and by React. */
export function unescapeMarkup(value: string): string {
  return value.replace(/&(quot|#x27|lt|gt|amp);/g, (_, entity: string) => characters[entity] ?? '');
}

const characters: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };

/** As a policy names an inline script or style. */
export function inlineHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
