import { gzipSync } from 'node:zlib';
import type { CallOptions } from '#server/testing/api-client.ts';
import { faultOf } from './client.ts';
import type { Part } from './fixture.ts';

const json = { 'content-type': 'application/json' };
const megabyte = 1_048_576;

const sizes = {
  full: { paths: ['/api/auth', '/api/contact', '/api/orders/checkout', '/api/holds'], unpacked: 200 },
  short: { paths: ['/api/auth', '/api/orders/checkout'], unpacked: 20 },
};

/** Bodies that are huge, deep, wide, compressed or mislabelled: refused as the contract says, and the shop goes on. */
export const hostileBodies: Part = async ({ honest, customer: token, shop, run }) => {
  const violations: string[] = [];
  const times: number[] = [];
  for (const { what, path, options, wanted } of bodies(token, sizes[run.size])) {
    const answer = await honest.request('POST', path, options);
    const fault = faultOf(answer, wanted);
    if (fault) violations.push(`${what} to ${path}: ${fault}`);
    if (answer.raw.length > 100_000) violations.push(`${what} to ${path} is answered with ${answer.raw.length} bytes`);
    times.push(answer.milliseconds);
  }
  const alive = await honest.request('GET', '/api/health');
  if (alive.status !== 200)
    violations.push(`after hostile bodies /api/health answers ${alive.status}: ${shop.output()}`);
  run.log(`slowest hostile body ${Math.max(...times).toFixed(0)} ms`);
  return { violations, figures: [{ what: 'hostile bodies refused', measured: times.length - violations.length }] };
};

interface HostileBody {
  what: string;
  path: string;
  options: CallOptions;
  wanted: readonly number[];
}

/** `unpacked`: megabytes that the packed ones become. */
function bodies(token: string, { paths, unpacked }: { paths: string[]; unpacked: number }): HostileBody[] {
  const texts: [what: string, text: string, wanted: number[]][] = [
    ['1 MiB and a byte', `{"email":"${'a'.repeat(megabyte)}"}`, [413]],
    ['half a million arrays in each other', '['.repeat(megabyte / 2) + ']'.repeat(megabyte / 2), [400]],
    ['a hundred thousand objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, [400]],
    ['deep, and never closed', '['.repeat(megabyte - 1), [400]],
    ['a field that is deep', `{"items":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, [400]],
    ['half a million values', `{"items":[${'1,'.repeat(500_000)}1]}`, [400]],
    ['a hundred thousand names', `{${Array.from({ length: 60_000 }, (_, at) => `"name${at}":1`).join(',')}}`, [400]],
    ['its prototype', '{"__proto__":{"isAdmin":true},"email":"a@b.co"}', [400]],
    ['a number without end', `{"price":${'9'.repeat(500_000)}}`, [400]],
  ];
  const packed = gzipSync(Buffer.alloc(unpacked * megabyte, ' '), { level: 9 }).subarray(0, megabyte - 1);
  const everywhere = paths.flatMap((path): HostileBody[] => [
    ...texts.map(([what, text, wanted]) => ({ what, path, wanted, options: { token, headers: json, body: text } })),
    ...['gzip', 'br', 'deflate', 'gzip, gzip', 'x-unknown'].map((encoding) => ({
      what: `a body packed with ${encoding}`,
      path,
      wanted: [415],
      options: { token, headers: { ...json, 'content-encoding': encoding }, body: packed },
    })),
  ]);
  return [...everywhere, ...besideWhatIsNeeded(token)];
}

/** A call that would be done, but for what comes along with it. */
function besideWhatIsNeeded(token: string): HostileBody[] {
  const deep: unknown = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);
  const wide = Array<number>(20_000).fill(1);
  return [deep, wide].map((more) => ({
    what: `a message with ${more === deep ? 'a hundred arrays in each other' : 'twenty thousand values'} beside it`,
    path: '/api/contact',
    wanted: [400],
    options: { token, body: { name: 'Mai', email: 'mai@example.com', message: 'Is it still there?', more } },
  }));
}
