import { type FuzzRandom, splitMarker } from './hostile.ts';

/** A PNG of one pixel. */
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
