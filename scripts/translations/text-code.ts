import type { Piece } from './messages.ts';

/** A part of a text in JavaScript: the text itself, or the code of an expression. */
export type Part = string | { code: string };

/** Returns what replaces a value of a message. */
type Values = (name: string) => Part;

/** The parts of a message without elements in a language, without empty texts. */
export function partsOf(pieces: readonly Piece[], values: Values, language: string): Part[] {
  return joinTexts(
    pieces.flatMap((piece): Part[] => {
      if (typeof piece === 'string') return [piece];
      if ('value' in piece) return [values(piece.value)];
      if ('plural' in piece) return pluralParts(piece, values, language);
      throw new SyntaxError(`A text has the element <${piece.element}>, which only <Trans> can have`);
    }),
  );
}

/** One conditional expression over the cases of a plural, or the parts of `other` if no other case is possible in the language. */
function pluralParts({ plural, cases }: Extract<Piece, { plural: string }>, values: Values, language: string): Part[] {
  const value = values(plural);
  if (typeof value === 'string') throw new SyntaxError(`The plural of {${plural}} needs a number`);
  const count = /^[\w$.]+$/.test(value.code) ? value.code : `(${value.code})`;
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const partsOfCase = (key: string) => partsOf(cases.find((one) => one.key === key)?.pieces ?? [], values, language);
  const others = cases.map(({ key }) => key).filter((key) => key.startsWith('=') || isForm(key, categories));
  if (others.length === 0) return partsOfCase('other');
  const code = others.reduceRight(
    (rest, key) => `${conditionOf(count, key, language)}?${textOf(partsOfCase(key))}:${rest}`,
    textOf(partsOfCase('other')),
  );
  return [{ code }];
}

const isForm = (key: string, categories: readonly string[]) => key !== 'other' && categories.includes(key);

function conditionOf(count: string, key: string, language: string): string {
  if (key.startsWith('=')) return `${count}===${Number(key.slice(1))}`;
  // Counts are whole numbers. In English only 1 has the form `one`.
  if (language === 'en' && key === 'one') return `${count}===1`;
  return `new Intl.PluralRules(${JSON.stringify(language)}).select(${count})===${JSON.stringify(key)}`;
}

/** The code of an expression whose value is the text of all parts: a string or a template. */
export function textOf(parts: readonly Part[]): string {
  const joined = joinTexts(parts);
  if (joined.every((part) => typeof part === 'string')) return JSON.stringify(joined.join(''));
  return `\`${joined.map((part) => (typeof part === 'string' ? inTemplate(part) : `\${${part.code}}`)).join('')}\``;
}

/** Text as it is written inside a template. */
export const inTemplate = (text: string) => text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);

/** Joins neighbouring texts and leaves out empty ones. */
function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
  }
  return joined;
}
