import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { atMost } from '../proof.ts';
import { openSocket } from '../raw-http.ts';
import { memoryOf, nothing, type Part } from './fixture.ts';

/** Pixels of a side: 14 MB of noise. */
const side = 2_160;
const readers = 200;

/** Many clients request the largest picture there is and then read none of it. */
export const slowReaders: Part = async (fixture) => {
  const { run, honest, admin: token, shop } = fixture;
  if (run.size !== 'full') return nothing;
  const noise = createRandom(run.seed).bytes(side * side * 3);
  const bytes = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { body } = await honest.call('uploadImages', { token, ...filesBody('images', { name: 'noise.png', bytes }) });
  const before = memoryOf(fixture);
  const sockets = await Promise.all(Array.from({ length: readers }, () => openSocket(shop.address)));
  // Nothing reads from these sockets, so they stay paused.
  for (const socket of sockets) socket.write(`GET ${body.imageUrls[0]} HTTP/1.1\r\nHost: shop.test\r\n\r\n`);
  await wait(3_000);
  const growth = memoryOf(fixture) - before;
  for (const socket of sockets) socket.destroy();
  const { status } = await honest.request('GET', '/');
  return {
    violations: status === 200 ? [] : [`beside slow readers the home page answers ${status}`],
    figures: [atMost(150, `memory grown by ${readers} who do not read the 14 MB they asked for`, growth, 'MB')],
  };
};
