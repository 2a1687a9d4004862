import { presentation } from './svg-vocabulary.ts';

/**
 * Whether a value refers to nothing outside of the SVG: no function that fetches, no escape that could hide one, and `url()`
 * only as `url(#name)`.
 */
export function isHarmlessValue(value: string): boolean {
  if (/[\\<>{}@;]|\/\*|\p{Cc}/u.test(value.replace(/[\t\n\r]/g, ' '))) return false;
  const withoutReferences = value.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/g, '');
  return !/(?:url|image|image-set|src|expression)\s*\(|javascript:|:\s*\//i.test(withoutReferences);
}

/** The declarations of a style attribute or a rule that are in the allow-list and have harmless values. */
export function cleanDeclarations(text: string): [name: string, value: string][] {
  return text.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    return colon > 0 && presentation.has(name) && isHarmlessValue(value) ? [[name, value]] : [];
  });
}

/** The plain rules of a <style> element, as drawing programs write them. Leaves out at-rules with their content. */
export function cleanStyleSheet(text: string): string {
  const rules: string[] = [];
  const plain = withoutAtRules(text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/<!--|-->/g, ''));
  // The text is split, because a regular expression for rules would take quadratic time where braces are missing.
  for (const rule of plain.split('}').slice(0, -1)) {
    const [selector, body] = rule.split('{').slice(-2);
    if (selector === undefined || body === undefined) continue;
    const declarations = cleanDeclarations(body)
      .map((declaration) => declaration.join(':'))
      .join(';');
    if (/^[\w\s.#,>*-]+$/.test(selector) && declarations !== '') rules.push(`${selector.trim()}{${declarations}}`);
  }
  return rules.join('');
}

function withoutAtRules(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('@', at);
    if (start === -1) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = endOfAtRule(text, start);
  }
  return kept;
}

/** The offset after the at-rule's semicolon or block. */
function endOfAtRule(text: string, start: number): number {
  for (let at = start, depth = 0; at < text.length; at++) {
    const character = text[at];
    if (character === ';' && depth === 0) return at + 1;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === '}' && depth <= 0) return at + 1;
  }
  return text.length;
}
