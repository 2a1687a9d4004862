import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { panel, pathsOnDisk } from '#server/testing/pictures.ts';
import { becomesTrue, repeat } from '#server/testing/waiting.ts';
import { atMost, type Outcome } from '../proof.ts';
import { openSocket } from '../raw-http.ts';
import { faultOf, type LimitsFixture, memoryOf, nothing, type Part } from './fixture.ts';

const path = '/api/admin/upload-images';
const megabyte = 1_048_576;

/** Uploads that are not what they claim, exceed a limit or break off must be refused, leave no file, and not make the memory grow. */
export const hostileUploads: Part = async (fixture) => {
  const { run } = fixture;
  const count = run.size === 'full' ? 200 : 12;
  const kept = await filesUnder(fixture);
  const hostile = await hostileFiles(fixture);
  const violations: string[] = [];
  const send = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const [what, ...upload] = hostile[at % (hostile.length + 1)] ?? ['a connection that breaks off', 0, []];
      const fault = upload[0] === 0 ? await breakOff(fixture) : await refusal(fixture, ...upload);
      if (fault) violations.push(`${what} (number ${at}, seed ${run.seed}): ${fault}`);
    }
  };
  // Each kind once before the measurement, because what the shop loads for its first pictures is no growth.
  await send(0, hostile.length + 1);
  const before = memoryOf(fixture);
  await Promise.all([send(0, count / 2), send(count / 2, count)]);
  await wait(500);
  const growth = memoryOf(fixture) - before;
  const atOnce = await fortyAtOnce(fixture);
  const left = await filesLeft(fixture, kept);
  if (left.length > 0) violations.push(`hostile uploads left ${left.length} files: ${left.slice(0, 5).join(', ')}`);
  return {
    violations: [...violations, ...atOnce.violations],
    figures: [
      atMost(run.size === 'full' ? 64 : 150, `memory grown by ${count} hostile uploads`, growth, 'MB'),
      ...atOnce.figures,
    ],
  };
};

/** Measures in a cell that is longer than any measure must be refused unread: without its blanks the cell would be valid. */
export const longCells: Part = async ({ honest, admin: token }) => {
  const file = Buffer.from(`Title,Price,Size\nMoon,5,"10${' '.repeat(300)}x 20"\nCarp,5,10 x 20\n`);
  const { body } = await honest.call('readImport', { token, ...filesBody('file', { name: 'list.csv', bytes: file }) });
  const { refused } = body.import.counts;
  return { violations: refused === 1 ? [] : [`a cell of 300 blanks: ${refused} rows are refused`], figures: [] };
};

type Upload = [what: string, status: number, files: Buffer[], name?: string];

async function hostileFiles({ run }: LimitsFixture): Promise<Upload[]> {
  const { bytes } = createRandom(run.seed);
  const [png, jpeg] = [await panel().png().toBuffer(), await panel().jpeg().toBuffer()];
  const noise = (size: number) => Buffer.concat([png.subarray(0, 60), bytes(size)]);
  const large = noise(15 * megabyte);
  return [
    ['noise after a PNG’s signature', 415, [noise(3 * megabyte)]],
    ['a file that is no picture between pictures', 415, [png, jpeg, Buffer.from('no picture'), png, jpeg]],
    ['a picture of 400 million pixels', 413, [withManyPixels(png)]],
    ['a picture that is cut off', 415, [jpeg.subarray(0, jpeg.length / 2)]],
    ['a drawing with a script', 415, [Buffer.from('<svg><script>alert(1)</script></svg>')]],
    ['a filename with ../', 415, [Buffer.from('no picture')], '../../../../tmp/climbed.png'],
    ['a file of more than 15 MB', 413, [large]],
    ['a file of more than 15 MB after a good one', 413, [jpeg, large]],
    ['25 files', 413, Array<Buffer>(25).fill(png)],
    ['300 files', 413, Array<Buffer>(300).fill(png)],
    ['an empty file', 415, [Buffer.alloc(0)]],
  ];
}

async function refusal({ shop, admin: token }: LimitsFixture, status: number, files: Buffer[], name = 'a.png') {
  using client = createHttpClient(shop.address);
  const form = filesBody('images', ...files.map((bytes) => ({ name, bytes })));
  return faultOf(await client.request('POST', path, { token, ...form }), status);
}

/** Changes the header of a PNG so that it claims 20,000 by 20,000 pixels. */
function withManyPixels(png: Buffer): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(20_000, 16);
  changed.writeUInt32BE(20_000, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

async function breakOff({ shop, admin }: LimitsFixture): Promise<null> {
  const { body, headers } = filesBody('images', { name: 'a.png', bytes: Buffer.alloc(megabyte) });
  const socket = await openSocket(shop.address);
  const type = `Content-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer ${admin}\r\n${type}\r\n`);
  socket.write(body.subarray(0, body.length / 2));
  await wait(50);
  socket.destroy();
  return null;
}

/** Two uploads at once of twenty files each, with 15 MB per file. */
async function fortyAtOnce(fixture: LimitsFixture): Promise<Outcome> {
  if (fixture.run.size !== 'full') return nothing;
  const files = Array<Buffer>(20).fill(createRandom(fixture.run.seed).bytes(15 * megabyte - 100));
  const before = memoryOf(fixture);
  let most = before;
  const look = repeat(() => {
    most = Math.max(most, memoryOf(fixture));
  }, 50);
  const faults = await Promise.all([refusal(fixture, 415, files), refusal(fixture, 415, files)]);
  await look.stop();
  return {
    figures: [atMost(150, 'memory grown while 40 files of 15 MB come at once', most - before, 'MB')],
    violations: faults.flatMap((fault) => (fault ? [`twenty large files: ${fault}`] : [])),
  };
}

/** The files that are not among `before` and are still there after five seconds. Temporary files of variants are gone by then. */
export async function filesLeft(fixture: LimitsFixture, before: readonly string[]): Promise<string[]> {
  let left = (await filesUnder(fixture)).filter((name) => !before.includes(name));
  const areGone = async () => {
    const now = await filesUnder(fixture);
    left = left.filter((name) => now.includes(name));
    return left.length === 0;
  };
  await becomesTrue(areGone, { patience: 5_000, every: 250 });
  return left;
}

/** All files under the media folder, without variants, which are made in the background. */
export async function filesUnder({ directory }: LimitsFixture): Promise<string[]> {
  return (await pathsOnDisk({ directory })).filter((name) => !/\d+\.(avif|webp)$/.test(name));
}
