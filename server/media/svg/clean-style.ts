import { presentation } from './svg-vocabulary.ts';

/**
 * A value that asks for nothing outside the drawing: no function that fetches, no escape that could hide one, and `url()` only
 * as `url(#name)`.
 */
export function isHarmlessValue(value: string): boolean {
  if (/[\\<>{}@;]|\/\*|\p{Cc}/u.test(value.replace(/[\t\n\r]/g, ' '))) return false;
  const withoutReferences = value.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/g, '');
  return !/(?:url|image|image-set|src|expression)\s*\(|javascript:|:\s*\//i.test(withoutReferences);
}

/** Declarations of a style attribute or a rule: those of the vocabulary, with harmless values. */
export function cleanDeclarations(text: string): [name: string, value: string][] {
  return text.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    return colon > 0 && presentation.has(name) && isHarmlessValue(value) ? [[name, value]] : [];
  });
}

/** The plain rules of a <style> element, as drawing programs write them; at-rules are left out with all that is in them. */
export function cleanStyleSheet(text: string): string {
  const rules: string[] = [];
  const plain = withoutAtRules(text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/<!--|-->/g, ''));
  for (const [, selector = '', body = ''] of plain.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
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

/** Its semicolon, or the end of its block. */
function endOfAtRule(text: string, start: number): number {
  for (let at = start, depth = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === ';' && depth === 0) return at + 1;
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === '}' && depth <= 0) return at + 1;
  }
  return text.length;
}
