import fc from 'fast-check';
import { createSeeded, type Seeded } from '#server/features/demo/seeded.ts';

/** A header of this name in an answer means that a line break of the request became a header. */
export const splitMarker = 'x-split';

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Texts that other software stumbles over. None of them looks like what an answer must not hold (judge.ts). */
const texts: readonly string[] = [
  '',
  ' ',
  '\t\n',
  '\0',
  'before\0after',
  '\ud800',
  'a\udfff\ud83d',
  '\u202egnp.exe',
  '\u0645\u0631\u062d\u0628\u0627 \u200f\u200e',
  'e\u0301'.repeat(40),
  `Z${'\u0353'.repeat(200)}`,
  '\u{1f9ff}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{10ffff}\ufffe\uffff',
  '\ufeffBOM',
  '\u0130I\u0131\u00df\ufb01',
  `'; drop table users; --`,
  `" or ""="`,
  `' or 1=1 --`,
  `\\'; select 1; /*`,
  '$1 :name ? @p1 %s %n %x',
  '%',
  '_',
  '%_\\%',
  '*',
  '-1',
  '$' + '{7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  '../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '%2e%2e%2fetc%2fpasswd',
  '%00',
  '/dev/null',
  `a\r\n${splitMarker}: yes\r\n\r\n<b>`,
  `a\n${splitMarker}: yes`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  ']]></script><svg/onload=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<b>',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'then',
  'null',
  'undefined',
  'true',
  'NaN',
  '1e400',
  '0x10',
  '1,000.50',
  '\u0661\u0662\u0663',
  '{"id":1}',
  '[object Object]',
  'no-such-id',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00.000Z',
  'a@b.c',
  'a@b',
  '"a b"@c.example',
  `${'a'.repeat(250)}@b.example`,
  'b\u00fccher@b\u00fccher.example',
  'http://169.254.169.254/latest/',
  'http://[::1]:1/',
  'http://user:password@host.example:99999/',
  'file:///etc/passwd',
  '/media/../../card.key',
  '/media/a/b/../../../x',
];

const lengths = [
  5, 6, 7, 40, 41, 63, 64, 65, 199, 200, 201, 254, 255, 300, 301, 1_024, 1_025, 2_000, 5_001, 20_000, 20_001,
];

const numbers = [
  ...[0, -0, 1, -1, 0.01, 0.001, 0.005, 0.1 + 0.2, 100.005, 1e-320, 9_999_999.99, 9_999_999.991, 10_000_000],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1.7976931348623157e308],
];

const known = fc.constantFrom(...texts);
const repeated = fc
  .tuple(fc.constantFrom('a', '\u00e9', '\u{1f600}', ' ', "'", '\u200b'), fc.constantFrom(...lengths))
  .map(([unit, length]) => unit.repeat(length));
const text = fc.oneof(
  { weight: 15, arbitrary: known },
  { weight: 4, arbitrary: repeated },
  { weight: 2, arbitrary: fc.tuple(known, known).map((pair) => pair.join('')) },
  { weight: 2, arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.webUrl(), fc.json()) },
);
const number = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...numbers) }, fc.double({ noNaN: true }));

const scalar = fc.oneof(fc.constant(null), fc.boolean(), number, text, text);
const objectOf = <Value>(values: fc.Arbitrary<Value>) =>
  fc.tuple(text, values).map(([key, one]) => ({ [key]: one, length: 3, toString: 1 }));
const arrayOf = <Value>(values: fc.Arbitrary<Value>, ...counts: number[]) =>
  fc.constantFrom(...counts).chain((count) => fc.array(values, { minLength: count, maxLength: count }));

/** Of every type that JSON has. */
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: arrayOf(scalar, 0, 1, 2, 51, 200) },
  { weight: 1, arbitrary: objectOf(fc.oneof(scalar, objectOf(objectOf(scalar)), arrayOf(objectOf(scalar), 1, 2, 51))) },
  { weight: 1, arbitrary: fc.constantFrom(2, 30, 500).map((depth): unknown => JSON.parse(deep(depth))) },
);

/** Chance that also knows hostile things: drawn by fast-check, the same ones for the same seed. */
export interface FuzzRandom extends Seeded {
  text(): string;
  number(): number;
  value(): unknown;
}

export function createFuzzRandom(seed: number): FuzzRandom {
  const random = createSeeded(seed);
  const draw = <Drawn>(arbitrary: fc.Arbitrary<Drawn>, count: number) => {
    const drawn = fc.sample(arbitrary, { seed, numRuns: count });
    return () => random.pick(drawn);
  };
  return { ...random, text: draw(text, 400), number: draw(number, 100), value: draw(value, 150) };
}

/** JSON as text that no `JSON.stringify` writes, from a body that one did. */
export function hostileJson(random: FuzzRandom, json: string): string | Buffer {
  const [, firstKey = 'x'] = /^\{"([^"]*)"/.exec(json) ?? [];
  const member = (name: string, value: string) => `{"${name}":${value}${json.length > 2 ? `,${json.slice(1)}` : '}'}`;
  switch (random.below(14)) {
    case 0:
      return json.slice(0, random.below(json.length + 1));
    case 1:
      return member(
        firstKey,
        random.pick(['1e400', '-1e400', '-0', '1e-999', '9'.repeat(400), '0.1'.padEnd(500, '1')]),
      );
    case 2:
      return `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"${firstKey}":${random.pick(['NaN', 'Infinity', "'x'", '01', '+1', '.5', 'undefined'])}}`;
    case 3:
      return member(
        random.pick(['__proto__', 'constructor', '\\u005f_proto__']),
        '{"isAdmin":true,"prototype":{"isAdmin":true}}',
      );
    case 4:
      return `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"${firstKey}":null}`;
    case 5:
      return deep(random.pick([10, 1_000, 20_000]));
    case 6:
      return '{"a":'.repeat(random.pick([50, 5_000])) + json;
    case 7:
      return Buffer.concat([
        Buffer.from(json.slice(0, -1)),
        Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x80]),
        Buffer.from('}'),
      ]);
    case 8:
      return Buffer.from(json, 'utf16le');
    case 9:
      return `\ufeff${json}`;
    case 10:
      return random.pick(['', ' ', 'null', '[]', '""', '0', 'true', '{}', '{', '}', '\0', '{}{}', '[{}]']);
    case 11:
      return `${json}${random.pick(['x', '\0', ' ', json, '//'])}`;
    case 12:
      return json.replaceAll(/"([^"\\]{1,40})"/g, (whole, text: string) =>
        random.chance(0.3)
          ? `"${[...Buffer.from(text, 'utf16le').swap16().toString('hex').matchAll(/.{4}/g)].map(([unit]) => `\\u${unit}`).join('')}"`
          : whole,
      );
    default:
      return random.chance(0.03)
        ? `{"name":"${'x'.repeat(1_048_576 - random.below(40))}"}`
        : `{"name":"${'x'.repeat(random.below(9_000))}"`;
  }
}
