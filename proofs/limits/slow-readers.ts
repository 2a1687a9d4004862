import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { createSeeded } from '#server/features/demo/seeded.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { atMost } from '../proof.ts';
import type { Part } from './fixture.ts';
import { memoryOf } from './uploads.ts';

/** Pixels of a side: 14 MB of noise. */
const side = 2_160;
const readers = 200;

/** Many clients request the largest picture there is and then read none of it. */
export const slowReaders: Part = async (fixture) => {
  if (fixture.run.size !== 'full') return { figures: [], violations: [] };
  const { run, honest, admin: token } = fixture;
  const noise = createSeeded(run.seed).bytes(side * side * 3);
  const bytes = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const sent = filesBody('images', { name: 'noise.png', bytes });
  const { body } = await honest.request('POST', '/api/admin/upload-images', { token, ...sent });
  const [path = ''] = z.object({ imageUrls: z.array(z.string()) }).parse(body).imageUrls;
  const before = memoryOf(fixture);
  const { hostname, port } = new URL(fixture.shop.address);
  const sockets = Array.from({ length: readers }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    return socket;
  });
  await Promise.all(sockets.map((socket) => socket.readyState === 'open' || once(socket, 'connect')));
  await wait(3_000);
  const growth = memoryOf(fixture) - before;
  for (const socket of sockets) socket.destroy();
  const page = await honest.request('GET', '/');
  return {
    violations: page.status === 200 ? [] : [`beside slow readers the home page answers ${page.status}`],
    figures: [atMost(150, `memory grown by ${readers} who do not read the 14 MB they asked for`, growth, 'MB')],
  };
};
