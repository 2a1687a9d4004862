import { types as t } from '@babel/core';
import { parse, type Select, type Token } from '@messageformat/parser';

/** A part of a message: text, or an expression that replaces a placeholder. */
export type Part = string | t.Expression;

/** Returns what replaces a placeholder. */
type Values = (name: string) => Part;

/**
 * The parts of a message in ICU syntax for a language, without empty texts. Accepts text, `{name}`, and `{count, plural, …}`.
 * Throws on anything else, so that the build fails instead of showing the syntax to visitors. Unlike in ICU, an apostrophe is an
 * ordinary character, because our texts have them around names.
 */
export function partsOf(message: string, values: Values, language: string): Part[] {
  const tokens = parse(message.replaceAll("'", "''"));
  return joinTexts(tokens.flatMap((token) => partsOfToken(token, { values, language, count: null })));
}

interface Context {
  values: Values;
  language: string;
  /** What replaces `#` inside a plural; null outside of plurals. */
  count: Part | null;
}

function partsOfToken(token: Token, context: Context): Part[] {
  if (token.type === 'content') return [token.value];
  if (token.type === 'argument') return [copyOf(context.values(token.arg))];
  if (token.type === 'octothorpe' && context.count) return [copyOf(context.count)];
  if (token.type === 'plural') return pluralParts(token, context);
  throw new SyntaxError(`A message has ${token.type}, which is not supported`);
}

/** One conditional expression over the cases of a plural, or the parts of `other` if no other case is possible in the language. */
function pluralParts({ arg, cases }: Select, context: Context): Part[] {
  const count = context.values(arg);
  if (typeof count === 'string') throw new SyntaxError(`The plural of {${arg}} needs a number`);
  const categories = new Intl.PluralRules(context.language).resolvedOptions().pluralCategories;
  const partsOfCase = (key: string) => {
    const tokens = cases.find((one) => one.key === key)?.tokens ?? [];
    return joinTexts(tokens.flatMap((token) => partsOfToken(token, { ...context, count })));
  };
  const others = cases.map(({ key }) => key).filter((key) => key.startsWith('=') || isForm(key, categories));
  if (others.length === 0) return partsOfCase('other');
  return [
    others.reduceRight<t.Expression>(
      (rest, key) => t.conditionalExpression(isCase(count, key, context.language), textOf(partsOfCase(key)), rest),
      textOf(partsOfCase('other')),
    ),
  ];
}

const isForm = (key: string, categories: readonly string[]) => key !== 'other' && categories.includes(key);

function isCase(count: t.Expression, key: string, language: string): t.Expression {
  const equals = (number: number) => t.binaryExpression('===', copyOf(count), t.numericLiteral(number));
  if (key.startsWith('=')) return equals(Number(key.slice(1)));
  // Counts are whole numbers. In English only 1 has the form `one`.
  if (language === 'en' && key === 'one') return equals(1);
  const rules = t.newExpression(t.memberExpression(t.identifier('Intl'), t.identifier('PluralRules')), [
    t.stringLiteral(language),
  ]);
  const form = t.callExpression(t.memberExpression(rules, t.identifier('select')), [copyOf(count)]);
  return t.binaryExpression('===', form, t.stringLiteral(key));
}

/** An expression whose value is the text of all parts. */
export function textOf(parts: readonly Part[]): t.Expression {
  const joined = joinTexts(parts);
  if (joined.every((part) => typeof part === 'string')) return t.stringLiteral(joined.join(''));
  const texts = [''];
  const expressions: t.Expression[] = [];
  for (const part of joined) {
    if (typeof part === 'string') {
      texts[texts.length - 1] += part;
      continue;
    }
    expressions.push(part);
    texts.push('');
  }
  const quasis = texts.map((text, index) => {
    const raw = text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
    return t.templateElement({ raw, cooked: text }, index === texts.length - 1);
  });
  return t.templateLiteral(quasis, expressions);
}

/** Joins neighbouring texts and leaves out empty ones. */
export function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
  }
  return joined;
}

/** A syntax tree must not contain the same node twice. */
function copyOf(part: t.Expression): t.Expression;
function copyOf(part: Part): Part;
function copyOf(part: Part): Part {
  return typeof part === 'string' ? part : t.cloneNode(part, true);
}
