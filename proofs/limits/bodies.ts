import { gzipSync } from 'node:zlib';
import type { CallOptions } from '#server/testing/api-client.ts';
import { faultOf, type Part } from './fixture.ts';

const megabyte = 1_048_576;
const json = { 'content-type': 'application/json' };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

interface HostileBody {
  what: string;
  wanted: number;
  options: CallOptions;
}

/** Bodies that are huge, deep, wide or compressed must be refused as the contract says, and the shop must go on. */
export const hostileBodies: Part = async ({ honest, customer: token, shop, run }) => {
  const isFull = run.size === 'full';
  const paths = ['/api/auth', '/api/orders/checkout', ...(isFull ? ['/api/contact', '/api/holds'] : [])];
  const hostile = [...texts.map(asBody), ...compressed(isFull ? 200 : 20)];
  const calls = [
    ...paths.flatMap((path) => hostile.map((body) => ({ path, ...body }))),
    ...withOddField.map((body) => ({ path: '/api/contact', ...body })),
  ];
  const violations: string[] = [];
  let refused = 0;
  for (const { path, what, wanted, options } of calls) {
    const answer = await honest.request('POST', path, { token, ...options });
    const fault = faultOf(answer, wanted);
    if (fault) violations.push(`${what} to ${path}: ${fault}`);
    else refused += 1;
    if (answer.raw.length > 100_000) violations.push(`${what} to ${path} is answered with ${answer.raw.length} bytes`);
  }
  const { status } = await honest.request('GET', '/api/health');
  if (status !== 200) violations.push(`after hostile bodies /api/health answers ${status}: ${shop.output()}`);
  return { violations, figures: [{ what: 'hostile bodies refused', measured: refused }] };
};

/** Bodies that fill the limit of a small endpoint, and larger ones. */
const texts: readonly [what: string, text: string, wanted?: number][] = [
  ['1 MiB and a byte', `{"email":"${'a'.repeat(megabyte)}"}`, 413],
  ['half a million nested arrays', nested(megabyte / 2), 413],
  ['half a million values', `{"items":[${'1,'.repeat(500_000)}1]}`, 413],
  ['five thousand nested arrays', nested(5_000)],
  ['a thousand nested objects', `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`],
  ['nested arrays that are never closed', '['.repeat(10_000)],
  ['a deep field', `{"items":${nested(5_000)}}`],
  ['five thousand values', `{"items":[${'1,'.repeat(5_000)}1]}`],
  ['eight hundred names', `{${Array.from({ length: 800 }, (_, at) => `"name${at}":1`).join(',')}}`],
  ['a field __proto__', '{"__proto__":{"isAdmin":true},"email":"a@b.co"}'],
  ['a number of 10,000 digits', `{"price":${'9'.repeat(10_000)}}`],
  ['10,000 combining marks', `{"email":"a${'\u0301'.repeat(5_000)}"}`],
];

function asBody([what, text, wanted = 400]: (typeof texts)[number]): HostileBody {
  return { what, wanted, options: { headers: json, body: text } };
}

/** `size`: megabytes of the body after decompression. */
function compressed(size: number): HostileBody[] {
  const body = gzipSync(Buffer.alloc(size * megabyte, ' '), { level: 9 }).subarray(0, megabyte - 1);
  return ['gzip', 'br', 'deflate', 'gzip, gzip', 'x-unknown'].map((encoding) => ({
    what: `a body in ${encoding}`,
    wanted: 415,
    options: { headers: { ...json, 'content-encoding': encoding }, body },
  }));
}

const enquiry = { name: 'Mai', email: 'mai@example.com', message: 'Is it still there?' };

/** Enquiries that would succeed without their odd field. */
const withOddField: readonly HostileBody[] = [
  { what: 'a message with 66 kB more', field: { more: 'a'.repeat(66_000) }, wanted: 413 },
  { what: 'a message with a hundred nested arrays', field: { more: JSON.parse(nested(100)) } },
  { what: 'a message with 10,000 more values', field: { more: Array(10_000).fill(1) } },
  { what: 'a name that is short without its 900 blanks', field: { name: `Mai${' '.repeat(900)}` } },
  { what: 'a name with 31 marks', field: { name: `Mai${'\u0301'.repeat(31)}` } },
].map(({ what, field, wanted = 400 }) => ({ what, wanted, options: { body: { ...enquiry, ...field } } }));
