import { type FuzzRandom, splitMarker } from './hostile.ts';

/** A PNG of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const files: readonly Buffer[] = [
  dot,
  dot.subarray(0, 20),
  Buffer.concat([dot, Buffer.from('<script>')]),
  Buffer.from('GIF89a'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4" onload="x"/></svg>'),
  Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>`,
  ),
  Buffer.from(`${'<g>'.repeat(3_000)}`),
  Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
  Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
  Buffer.from([0, 0, 0, 28, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]),
  Buffer.alloc(0),
  Buffer.alloc(3_000, 7),
];

/** Multipart as it should be, or cut, lying, endless in names, or of another boundary. */
export function uploadBody(random: FuzzRandom, field: string): { payload: Buffer; type: string } {
  const boundary = random.pick(['----a', 'b', '-', 'x'.repeat(70)]);
  const parts = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3, 22]) }, () => part(random, field, boundary));
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  const named = random.chance(0.9) ? boundary : random.pick(['other', '', '"', 'b; boundary=c']);
  const type = `multipart/form-data; boundary=${named}`;
  if (random.chance(0.7)) return { payload: whole, type };
  const cut = whole.subarray(0, random.below(whole.length));
  const payload = random.pick([
    cut,
    Buffer.concat([cut, whole]),
    Buffer.alloc(0),
    Buffer.from(`--${boundary}\r\n\r\n`),
  ]);
  return { payload, type };
}

function part(random: FuzzRandom, field: string, boundary: string): Buffer {
  const name = random.chance(0.85) ? field : random.pick(['other', '', '__proto__', 'constructor', random.text()]);
  const filename = random.chance(0.7)
    ? 'a.png'
    : random.pick(['../../a.png', 'C:\\a.png', '\0.png', `${'n'.repeat(900)}.png`, random.text()]);
  const asFile = random.chance(0.9) ? `; filename="${filename}"` : '';
  const odd = random.chance(0.9)
    ? ''
    : random.pick([
        `${splitMarker}: yes\r\n`,
        'Content-Transfer-Encoding: base64\r\n',
        `X: ${'y'.repeat(9_000)}\r\n`,
        ': \r\n',
        'x\r\n',
      ]);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${asFile}\r\n${odd}Content-Type: image/png\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), random.chance(0.4) ? dot : random.pick(files), Buffer.from('\r\n')]);
}
