/** A text of some length, made for one call. */
export interface WorstText {
  what: string;
  /** The text of so many characters (UTF-16 units). */
  of(length: number): string;
}

const repeating = (what: string, unit: string, start = '', end = ''): WorstText => ({
  what,
  of: (length) =>
    start + unit.repeat(Math.ceil(length / unit.length)).slice(0, length - start.length - end.length) + end,
});

/** Texts on which programs have spent more than linear time. */
export const worstTexts: readonly WorstText[] = [
  repeating('combining marks', '\u0301\u0323', 'a'),
  repeating('combining marks in runs of 30', `a${'\u0301\u0323'.repeat(15)}`),
  repeating('blanks', ' ', 'a', 'b'),
  repeating('blanks and line breaks', ' \n', 'a', 'b'),
  repeating('opening brackets', '('),
  repeating('square brackets', '['),
  repeating('brackets of pictures', '![]('),
  repeating('tags', '<a '),
  repeating('entities', '&#'),
  repeating('quotes', '"'),
  repeating('backslashes', '\\'),
  repeating('asterisks', '*a_'),
  repeating('backquotes', '`a'),
  repeating('joiners', '\u200D'),
  repeating('letters that grow when they are normalized', '\uFDFA\uFB2C'),
  repeating('digits', '9'),
  repeating('numbers with units', '1 x '),
  repeating('numbers with marks', '1,'),
  repeating('names of hosts', 'a.', 'a@'),
  repeating('per cent signs', '%25'),
  repeating('formulas', '=1+'),
];

/** A text as long as another in characters and in UTF-8, without anything special. */
export const harmlessLike = (text: string): string =>
  text.replace(/[^\p{Cs}]/gu, (character) => harmless[Buffer.byteLength(character)] ?? 'a');
const harmless = ['', 'a', 'đ', 'ạ', '\u{1F600}'];

/** A JSON document of at most so many bytes. */
interface WorstDocument {
  what: string;
  of(bytes: number): string;
}

const elements = (what: string, whole: string): WorstDocument => ({
  what,
  of(bytes) {
    const element = whole.slice(0, bytes / 2);
    return `{"x":[${`${element},`.repeat((bytes - 20 - element.length) / (element.length + 1))}${element}]}`;
  },
});

/** JSON that is deep or wide, or has odd numbers. */
export const worstDocuments: readonly WorstDocument[] = [
  { what: 'nested arrays', of: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2) },
  { what: 'nested objects', of: (bytes) => `${'{"a":'.repeat(bytes / 6 - 1)}1${'}'.repeat(bytes / 6 - 1)}` },
  { what: 'arrays that never end', of: (bytes) => '['.repeat(bytes) },
  elements('numbers', '1'),
  elements('empty objects', '{}'),
  elements('numbers beyond all measure', '1e999999'),
  { what: 'a number of very many digits', of: (bytes) => `{"x":${'9'.repeat(bytes - 10)}}` },
  elements('numbers of 40,000 digits', '9'.repeat(40_000)),
  {
    what: 'names',
    of: (bytes) =>
      `{${Array.from({ length: bytes / 11 - 1 }, (_, at) => `"${at.toString(36).padStart(6, 'n')}":1`).join(',')}}`,
  },
  { what: 'the same name', of: (bytes) => `{${'"x":1,'.repeat(bytes / 6 - 2)}"x":1}` },
  { what: 'escaped marks', of: (bytes) => `{"x":"a${'\\u0301\\u0323'.repeat((bytes - 12) / 12)}"}` },
  { what: 'a name of marks', of: (bytes) => `{"a${'\u0301\u0323'.repeat((bytes - 12) / 4)}":1}` },
  { what: 'blanks around a document', of: (bytes) => `${' '.repeat(bytes - 2)}{}` },
];

/** A harmless document of so many bytes: a field with a text. */
export const harmlessDocument = (bytes: number): string => `{"x":"${'a'.repeat(bytes - 8)}"}`;
