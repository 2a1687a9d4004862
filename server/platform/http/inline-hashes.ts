import { createHash } from 'node:crypto';

export interface HashedDocument {
  html: string;
  /** In the form of a Content-Security-Policy: `'sha256-…'`. */
  scripts: string[];
  styles: string[];
}

/**
 * Prepares a rendered document for a policy without 'unsafe-inline': moves its `style="…"` attributes into one <style>
 * element in the head, with selectors on `data-style`, and returns the hashes of that element and of the inline scripts
 * that have the `nonce`. The nonce is removed; a script or style that was injected into the page has no hash, so the
 * browser refuses it. A page without a nonce has no inline scripts.
 *
 * React does not restore the attributes when it hydrates. Later it changes styles through the DOM, which the policy allows;
 * an element's own style then overrides the rule in the head.
 */
export function hashInline(rendered: string, nonce: string | null): HashedDocument {
  const { html, styles } = moveStyleAttributes(rendered);
  if (nonce === null) return { html, scripts: [], styles };
  const attribute = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  for (const [, attributes = '', content = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi))
    if (content !== '' && attributes.includes(attribute) && isExecutable(attributes)) scripts.add(inlineHash(content));
  return { html: html.replaceAll(attribute, ''), scripts: [...scripts], styles };
}

/** Comments, scripts and styles match first and are left unchanged. React escapes `<`, `>` and quotes everywhere else. */
const tokens = /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<[a-z][^>]*? style="([^"]*)"[^>]*>/gi;

function moveStyleAttributes(html: string): { html: string; styles: string[] } {
  const keys = new Map<string, number>();
  const moved = html.replace(tokens, (token: string, _element: string | undefined, escaped: string | undefined) => {
    if (escaped === undefined) return token;
    const declarations = unescapeMarkup(escaped);
    // Declarations that could end the rule or the element are dropped.
    if (/[{}<>]|\/\*/.test(declarations)) return token.replace(` style="${escaped}"`, '');
    const key = keys.get(declarations) ?? keys.size;
    keys.set(declarations, key);
    return token.replace(` style="${escaped}"`, ` data-style="${key}"`);
  });
  if (keys.size === 0) return { html: moved, styles: [] };
  const rules = [...keys].map(([declarations, key]) => `[data-style="${key}"]{${declarations}}`).join('');
  return { html: moved.replace('</head>', () => `<style>${rules}</style></head>`), styles: [inlineHash(rules)] };
}

/** Whether the browser runs a script with these attributes. Other types, such as JSON-LD, are data. */
function isExecutable(attributes: string): boolean {
  const type = /\stype="([^"]*)"/i.exec(attributes)?.[1]?.toLowerCase() ?? '';
  return type === '' || type === 'module' || type === 'importmap' || type.endsWith('javascript');
}

/** Replaces the entities that React writes with their characters. */
export function unescapeMarkup(value: string): string {
  return value.replace(/&(quot|#x27|lt|gt|amp);/g, (_, entity: string) => characters[entity] ?? '');
}

const characters: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };

/** Returns the source expression that allows this inline script or style. */
export function inlineHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
