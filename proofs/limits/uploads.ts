import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { createSeeded } from '#server/features/demo/seeded.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { residentMegabytes } from '../../bench/machine.ts';
import { atMost } from '../proof.ts';
import { faultOf } from './client.ts';
import type { LimitsFixture, Part } from './fixture.ts';

const path = '/api/admin/upload-images';
const megabyte = 1_048_576;

/** Uploads that lie, burst, break off and come twenty at a time: refused, nothing left of them, and the memory stays flat. */
export const hostileUploads: Part = async (fixture) => {
  const count = fixture.run.size === 'full' ? 200 : 12;
  const kept = await filesUnder(fixture);
  const hostile = await hostileKinds(fixture);
  const violations: string[] = [];
  const send = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const { what, send: act } = hostile[at % hostile.length] ?? { what: 'nothing', send: async () => 'none' };
      const fault = await act();
      if (fault) violations.push(`${what} (number ${at}, seed ${fixture.run.seed}): ${fault}`);
    }
  };
  // Once each: what the shop unpacks to judge a picture at all is not growth.
  await send(0, hostile.length);
  const before = memoryOf(fixture);
  await Promise.all([send(0, count / 2), send(count / 2, count)]);
  await wait(500);
  const growth = memoryOf(fixture) - before;
  const atOnce = await twentyAtOnce(fixture);
  const left = await filesLeft(fixture, kept);
  if (left.length > 0)
    violations.push(`hostile uploads left ${left.length} files behind: ${left.slice(0, 5).join(', ')}`);
  const mostAllowed = fixture.run.size === 'full' ? { atMost: 64 } : { atMost: 150 };
  return {
    violations: [...violations, ...atOnce.violations],
    figures: [
      { what: `memory grown by ${count} hostile uploads`, measured: growth, unit: 'MB', wanted: mostAllowed },
      atMost(150, 'memory grown while 40 files of 15 MB come at once', atOnce.peak, 'MB'),
    ],
  };
};

async function hostileKinds(fixture: LimitsFixture): Promise<{ what: string; send: () => Promise<string | null> }[]> {
  const random = createSeeded(fixture.run.seed);
  const noise = (size: number) => random.bytes(size);
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c81e14' } })
    .png()
    .toBuffer();
  const jpeg = await sharp(noise(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer();
  const signed = (size: number) => Buffer.concat([png.subarray(0, 60), noise(size)]);
  const large = signed(15 * megabyte);
  const files: [what: string, wanted: number, files: Buffer[], name?: string][] = [
    ['noise under a PNG’s signature', 415, [signed(3 * megabyte)]],
    ['a bad one between good ones', 415, [png, jpeg, Buffer.from('no picture'), png, jpeg]],
    ['a picture of 400 million pixels', 413, [bombOf(png)]],
    ['a picture that is cut off', 415, [jpeg.subarray(0, jpeg.length / 2)]],
    ['a drawing with a script', 415, [Buffer.from('<svg><script>alert(1)</script></svg>')]],
    ['a name that climbs', 415, [Buffer.from('no picture')], '../../../../tmp/climbed.png'],
    ['a file of more than 15 MB', 413, [large]],
    ['a file of more than 15 MB after a good one', 413, [jpeg, large]],
    ['25 files', 413, Array<Buffer>(25).fill(png)],
    ['300 files', 413, Array<Buffer>(300).fill(png)],
    ['nothing', 415, [Buffer.alloc(0)]],
  ];
  return [
    ...files.map(([what, status, contents, name = 'a.png']) => ({
      what,
      send: () => {
        const sent = contents.map((bytes) => ({ name, bytes }));
        return refused(fixture, filesBody('images', ...sent), status);
      },
    })),
    { what: 'a connection that breaks off', send: () => breakOff(fixture, signed(megabyte)) },
  ];
}

async function refused(
  fixture: LimitsFixture,
  sent: ReturnType<typeof filesBody>,
  status: number,
): Promise<string | null> {
  const client = createHttpClient(fixture.shop.address);
  try {
    const answer = await client.request('POST', path, { token: fixture.admin, ...sent });
    return faultOf(answer, [status]);
  } finally {
    client.close();
  }
}

/** Says that it is a picture of 20,000 by 20,000 pixels. */
function bombOf(png: Buffer): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(20_000, 16);
  bomb.writeUInt32BE(20_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  return bomb;
}

async function breakOff({ shop, admin }: LimitsFixture, bytes: Buffer): Promise<null> {
  const { hostname, port } = new URL(shop.address);
  const { body, headers } = filesBody('images', { name: 'a.png', bytes });
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head);
  socket.write(body.subarray(0, body.length / 2));
  await wait(50);
  socket.destroy();
  return null;
}

/** Two calls of twenty files each, 15 MB a file. */
async function twentyAtOnce(fixture: LimitsFixture): Promise<{ peak: number; violations: string[] }> {
  if (fixture.run.size !== 'full') return { peak: 0, violations: [] };
  const noise = createSeeded(fixture.run.seed).bytes(15 * megabyte - 100);
  const sent = filesBody('images', ...Array.from({ length: 20 }, () => ({ name: 'a.png', bytes: noise })));
  const before = memoryOf(fixture);
  let most = before;
  const look = setInterval(async () => {
    most = Math.max(most, memoryOf(fixture));
  }, 50);
  const faults = await Promise.all([refused(fixture, sent, 415), refused(fixture, sent, 415)]);
  clearInterval(look);
  return {
    peak: most - before,
    violations: faults.flatMap((fault) => (fault ? [`twenty large files: ${fault}`] : [])),
  };
}

/** MB that the process has in memory. */
export const memoryOf = ({ shop }: LimitsFixture): number => residentMegabytes(shop.child.pid);

/** Files that are not among `before` and stay: a variant that is being written is gone at the next look. */
export async function filesLeft(fixture: LimitsFixture, before: readonly string[]): Promise<string[]> {
  let left = (await filesUnder(fixture)).filter((name) => !before.includes(name));
  for (let look = 1; look <= 20 && left.length > 0; look += 1) {
    await wait(250);
    const now = await filesUnder(fixture);
    left = left.filter((name) => now.includes(name));
  }
  return left;
}

/** All files under the media folder; variants are made in the background and do not count. */
export async function filesUnder({ directory }: LimitsFixture): Promise<string[]> {
  const entries = await readdir(join(directory, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return names.filter((name) => !/\d+\.(avif|webp)$/.test(name));
}
