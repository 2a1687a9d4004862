export type DecimalMark = '.' | ',';

/**
 * The character that separates decimals in these cells, by the cells that leave no doubt: `1,250.00` and `12.5` have a point, `1.250,00`
 * and `12,5` a comma. Null if no cell is certain, or if certain cells differ.
 */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark | null {
  let mark: DecimalMark | null = null;
  for (const cell of cells) {
    const found = certainMarkOf(bareNumber(cell));
    if (found !== null && mark !== null && found !== mark) return null;
    mark ??= found;
  }
  return mark;
}

function certainMarkOf(bare: string): DecimalMark | null {
  if (/^\d{1,3}(,\d{3})+\.\d+$|^0?\.\d+$|^\d*\.(\d{1,2}|\d{4,})$|^\d{1,3}(,\d{3}){2,}$/.test(bare)) return '.';
  if (/^\d{1,3}(\.\d{3})+,\d+$|^0?,\d+$|^\d*,(\d{1,2}|\d{4,})$|^\d{1,3}(\.\d{3}){2,}$/.test(bare)) return ',';
  return null;
}

/**
 * The number in a cell; null if the cell is not a number. A cell like `1.250` can have thousands or decimals: it is read with the decimal
 * mark of its column, or with `usual` if the column has none.
 */
export function numberOf(cell: string, mark: DecimalMark | null, usual: DecimalMark): number | null {
  const bare = bareNumber(cell);
  const decimal = certainMarkOf(bare) ?? mark ?? usual;
  const [thousands, point] = decimal === '.' ? [/,/g, '.'] : [/\./g, ','];
  const shape = decimal === '.' ? /^(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/ : /^(\d{1,3}(\.\d{3})+|\d+)?(,\d+)?$/;
  const unsigned = bare.replace(/^[-\u2212]/, '');
  if (!/\d/.test(unsigned) || !shape.test(unsigned)) return null;
  const value = Number(unsigned.replace(thousands, '').replace(point, '.'));
  return unsigned === bare ? value : -value;
}

/** Removes spaces and apostrophes before three digits, a plus, and a dash in place of cents. `12 50` stays as it is: not a number. */
function bareNumber(cell: string): string {
  return cell
    .trim()
    .replace(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))/g, '')
    .replace(/^\+\s*|(?<=^[-\u2212])\s+/, '')
    .replace(/[.,][-\u2013\u2014]+$/, '');
}

const currencySign = /\p{Sc}/u;
/** Currencies by their sign. A sign that several currencies use, such as `¥`, is left out. */
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '₫': 'VND', '₩': 'KRW', '₹': 'INR' };
/** Currencies by the letters before a dollar sign. */
const dollars: Readonly<Record<string, string>> = {
  A: 'AUD',
  AU: 'AUD',
  US: 'USD',
  NZ: 'NZD',
  C: 'CAD',
  CA: 'CAD',
  HK: 'HKD',
  S: 'SGD',
  SG: 'SGD',
};
const dollarsOf = /(?<![A-Z])(AU|US|NZ|CA|HK|SG|A|C|S)\s?\$/;
const dong = /(?<=[\d\s])đ\s*$/iu;

/** A price without its sign or code. `currency` is the code in the cell or the one of its sign; null if the cell names none for certain. */
export function withoutCurrency(cell: string): { amount: string; currency: string | null } {
  const code = /(?<![A-Z])[A-Z]{3}(?![A-Z])/.exec(cell)?.[0] ?? null;
  const [sign = ''] = currencySign.exec(cell) ?? [];
  const dollar = dollars[dollarsOf.exec(cell)?.[1] ?? ''];
  const amount = cell
    .replace(/(?<![A-Z])[A-Z]{3}(?![A-Z])/, '')
    .replace(dollarsOf, '')
    .replace(currencySign, '')
    .replace(dong, '');
  return { amount, currency: code ?? dollar ?? signs[sign] ?? (dong.test(cell) ? 'VND' : null) };
}

/** The currency that a title names, as `Price (USD)`, `Price (usd)`, `Price (US$)` or `Preis (€)`; null without one. */
export function currencyInTitle(title: string): string | null {
  const inBrackets = title.match(/(?<=\()[a-z]{3}(?=\))/gi) ?? [];
  const codes = [
    ...(title.match(/(?<![A-Z])[A-Z]{3}(?![A-Z])/g) ?? []),
    ...inBrackets.map((code) => code.toUpperCase()),
  ];
  const code = codes.find((candidate) => currencies.has(candidate));
  return code ?? dollars[dollarsOf.exec(title)?.[1] ?? ''] ?? signs[currencySign.exec(title)?.[0] ?? ''] ?? null;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Whether `mark` in a price like `1.250` may separate thousands, although it is the decimal mark of the column. */
export function isUnclearPrice(amount: string, mark: DecimalMark | null): boolean {
  return mark !== null && new RegExp(`^[1-9]\\d{0,2}\\${mark}\\d{3}$`).test(bareNumber(amount));
}

interface Unit {
  pattern: RegExp;
  /** How many centimetres or kilograms one unit is. */
  factor: number;
}

const lengths: readonly Unit[] = [
  { pattern: /mm|millimet(?:er|re)s?/, factor: 0.1 },
  { pattern: /cm|centimet(?:er|re)s?/, factor: 1 },
  { pattern: /m|met(?:er|re)s?/, factor: 100 },
  { pattern: /in|inch(?:es)?|["\u201D\u2033]|''/, factor: 2.54 },
  { pattern: /ft|foot|feet|['\u2019\u2032]/, factor: 30.48 },
  { pattern: /yd|yards?/, factor: 91.44 },
];
const weights: readonly Unit[] = [
  { pattern: /kg|kilos?|kilograms?/, factor: 1 },
  { pattern: /g|grams?/, factor: 0.001 },
  { pattern: /lbs?|pounds?/, factor: 0.453_592_37 },
  { pattern: /oz|ounces?/, factor: 0.028_349_523_125 },
];
const units = { length: lengths, weight: weights };

/** The factor of the unit at the end of a cell, `30 in`, or of a title, `Weight (lbs)`, and the text before it; null without a unit. */
export function unitOf(kind: 'length' | 'weight', text: string): { factor: number; rest: string } | null {
  for (const { pattern, factor } of units[kind]) {
    const found = new RegExp(`(?<![\\p{L}])(?:${pattern.source})\\.?\\)?\\s*$`, 'iu').exec(text);
    if (found) return { factor, rest: text.slice(0, found.index) };
  }
  return null;
}
