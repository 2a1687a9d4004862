import fc from 'fast-check';
import { createRandom, type SeededRandom } from '#server/features/demo/seeded-random.ts';

/** A header of this name in an answer means that a line break of the request became a header. */
export const splitMarker = 'x-split';

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Texts that other software fails on. None of them looks like what an answer must not contain (judge.ts). */
const texts: readonly string[] = [
  ...['', ' ', '\t\n', '\0', 'before\0after', '\ud800', 'a\udfff\ud83d', '\u{10ffff}\ufffe\uffff', '\ufeffBOM'],
  ...['\u202egnp.exe', '\u0645\u0631\u062d\u0628\u0627 \u200f\u200e', 'e\u0301'.repeat(40), `Z${'\u0353'.repeat(200)}`],
  ...['\u{1f9ff}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u0130I\u0131\u00df\ufb01', '\u0661\u0662\u0663'],
  ...[`'; drop table users; --`, `" or ""="`, `' or 1=1 --`, `\\'; select 1; /*`, '$1 :name ? @p1 %s %n %x'],
  ...['%', '_', '%_\\%', '*', '%00', '/dev/null', '../../../../etc/passwd', '..\\..\\windows\\win.ini'],
  ...['%2e%2e%2fetc%2fpasswd', '/media/../../card.key', '/media/a/b/../../../x', 'file:///etc/passwd'],
  ...['$' + '{7*7}{{7*7}}<%= 7*7 %>#{7*7}', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'],
  ...[']]></script><svg/onload=alert(1)>', 'javascript:alert(1)', 'data:text/html,<b>'],
  ...[`a\r\n${splitMarker}: yes\r\n\r\n<b>`, `a\n${splitMarker}: yes`],
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'then', '{"id":1}', '[object Object]'],
  ...['null', 'undefined', 'true', 'NaN', '-1', '1e400', '0x10', '1,000.50', 'no-such-id'],
  ...['2026-02-30T25:61:61Z', '+275760-09-13T00:00:00.001Z', '0000-01-01T00:00:00.000Z'],
  ...['a@b.c', 'a@b', '"a b"@c.example', `${'a'.repeat(250)}@b.example`, 'b\u00fccher@b\u00fccher.example'],
  ...['http://169.254.169.254/latest/', 'http://[::1]:1/', 'http://user:password@host.example:99999/'],
];

/** Lengths of texts, around the limits of the contract. */
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

/** Values of all types that JSON has. */
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: arrayOf(scalar, 0, 1, 2, 51, 200) },
  { weight: 1, arbitrary: objectOf(fc.oneof(scalar, objectOf(objectOf(scalar)), arrayOf(objectOf(scalar), 1, 2, 51))) },
  { weight: 1, arbitrary: fc.constantFrom(2, 30, 500).map((depth): unknown => JSON.parse(deep(depth))) },
);

/** Random choices, and hostile values made by fast-check. The same seed gives the same ones. */
export interface FuzzRandom extends SeededRandom {
  text(): string;
  number(): number;
  value(): unknown;
}

export function createFuzzRandom(seed: number): FuzzRandom {
  const random = createRandom(seed);
  const sampled = <Value>(arbitrary: fc.Arbitrary<Value>, count: number) => {
    const values = fc.sample(arbitrary, { seed, numRuns: count });
    return () => random.pick(values);
  };
  return { ...random, text: sampled(text, 400), number: sampled(number, 100), value: sampled(value, 150) };
}

/** Texts in the place of a JSON value. JSON.stringify() writes none of them except `null`. */
const oddValues = ['1e400', '-0', '9'.repeat(400), 'NaN', "'x'", '01', '+1', '.5', 'undefined', 'null'];
const pollution = '{"isAdmin":true,"prototype":{"isAdmin":true}}';
const wholeBodies = ['', ' ', 'null', '[]', '""', '0', 'true', '{}', '{', '}', '\0', '{}{}', '[{}]'];

const jsonTricks: readonly ((json: string, random: SeededRandom) => string | Buffer)[] = [
  (json, random) => json.slice(0, random.below(json.length + 1)),
  (json, random) => json + random.pick(['x', '\0', ' ', json, '//']),
  (_json, random) => random.pick(wholeBodies),
  // Repeats the first name with another value.
  (json, random) => withMember(json, /^\{"([^"]*)"/.exec(json)?.[1] ?? 'x', random.pick(oddValues)),
  (json, random) => withMember(json, random.pick(['__proto__', 'constructor', '\\u005f_proto__']), pollution),
  (_json, random) => deep(random.pick([10, 1_000, 20_000])),
  (json, random) => '{"a":'.repeat(random.pick([50, 5_000])) + json,
  (json) => Buffer.from(`${json.slice(0, -1)}\xc3\x28\xff\xfe\x80}`, 'latin1'),
  (json) => Buffer.from(json, 'utf16le'),
  (json) => `\ufeff${json}`,
  (json) => json.replaceAll(/(?<=")[^"\\]{1,40}(?=")/g, escaped),
  (_json, random) => `{"name":"${'x'.repeat(random.below(9_000))}"`,
  (_json, random) => `{"name":"${'x'.repeat(random.chance(0.03) ? 1_048_576 - random.below(40) : 9)}"}`,
];

/** A damaged or unusual form of a request's JSON body, or another text or bytes in its place. */
export const hostileJson = (random: SeededRandom, json: string): string | Buffer =>
  random.pick(jsonTricks)(json, random);

function withMember(json: string, name: string, value: string): string {
  return `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"${name}":${value}}`;
}

const escaped = (text: string) =>
  text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4"/>${inside}</svg>`;
const files: readonly Buffer[] = [
  ...[png, png, png, png, png, png, png, png],
  ...[png.subarray(0, 20), Buffer.concat([png, Buffer.from('<script>')]), Buffer.alloc(0), Buffer.alloc(3_000, 7)],
  ...[svg(''), svg('<g onload="x"/>'), svg('<g>'.repeat(3_000)), 'GIF89a'].map((text) => Buffer.from(text)),
  Buffer.from(`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('&a;')}`),
  ...['RIFF\xff\xff\xff\xffWEBPVP8 ', '\xff\xd8\xff\xe0', '\0\0\0\x1cftypavif'].map((text) =>
    Buffer.from(text, 'latin1'),
  ),
];
const filenames = ['../../a.png', 'C:\\a.png', '\0.png', `${'n'.repeat(900)}.png`];
const oddLines = [`${splitMarker}: yes`, 'Content-Transfer-Encoding: base64', `X: ${'y'.repeat(9_000)}`, ': ', 'x'];

/** A multipart body: valid, cut off, with other names or too many parts, or with another boundary than its type says. */
export function uploadBody(random: FuzzRandom, field: string): { payload: Buffer; type: string } {
  const boundary = random.pick(['----a', 'b', '-', 'x'.repeat(70)]);
  const parts = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3, 22]) }, () => partOf(random, field, boundary));
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  const cut = whole.subarray(0, random.below(whole.length));
  const named = random.chance(0.9) ? boundary : random.pick(['other', '', '"', 'b; boundary=c']);
  const payload = random.chance(0.7) ? whole : random.pick([cut, Buffer.concat([cut, whole]), Buffer.alloc(0)]);
  return { payload, type: `multipart/form-data; boundary=${named}` };
}

function partOf(random: FuzzRandom, field: string, boundary: string): Buffer {
  const name = random.chance(0.85) ? field : random.pick(['other', '', '__proto__', 'constructor', random.text()]);
  const filename = random.chance(0.7) ? 'a.png' : random.pick([...filenames, random.text()]);
  const lines = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"${random.chance(0.9) ? `; filename="${filename}"` : ''}`,
    ...(random.chance(0.1) ? [random.pick(oddLines)] : []),
    'Content-Type: image/png',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), random.pick(files), Buffer.from('\r\n')]);
}
