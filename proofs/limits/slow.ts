import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { becomesTrue, repeat } from '#server/testing/waiting.ts';
import { atMost, quantile, timeFigure } from '../proof.ts';
import { openSocket } from '../raw-http.ts';
import { honestTimes, memoryOf, nothing, type Part } from './fixture.ts';

/** Milliseconds after which slow senders must be disconnected: the shop's limit (bodies.ts), and its check every two seconds (app.ts). */
const connectedAtMost = {
  full: { headers: 14_000, body: 33_000 },
  // The limit is six seconds (impatient.ts), but the machine may be busy with other things.
  short: { headers: 25_000, body: 25_000 },
};

/** Sockets that send a byte each second, half of them headers and half a body, beside an honest client. */
export const slowSenders: Part = async (fixture) => {
  const { run, shop } = fixture;
  const count = run.size === 'full' ? 2_000 : 200;
  const begun = performance.now();
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(shop.address)));
  const head = 'POST /api/contact HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n';
  for (const [at, socket] of sockets.entries()) {
    socket.resume();
    socket.write(at % 2 ? `${head}Content-Length: 4000\r\n\r\n{"name":"` : `${head}X-Slow: `);
  }
  const sending = repeat(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1_000);
  const times = await honestTimes(fixture, run.size === 'full' ? 8_000 : 1_000);
  const together = sockets.filter(({ destroyed }) => !destroyed).length;
  const violations: string[] = [];
  for (const [kind, remainder] of [
    ['headers', 0],
    ['body', 1],
  ] as const) {
    const limit = connectedAtMost[run.size][kind];
    const connected = () => sockets.filter(({ destroyed }, at) => at % 2 === remainder && !destroyed).length;
    await becomesTrue(() => connected() === 0, { patience: begun + limit - performance.now(), every: 100 });
    if (connected() > 0) violations.push(`${connected()} senders of slow ${kind} are connected after ${limit} ms`);
  }
  await sending.stop();
  for (const socket of sockets) socket.destroy();
  return {
    violations,
    figures: [
      { what: 'slow sockets beside the honest client', measured: together, wanted: { atLeast: count } },
      timeFigure(run, `p99 of the honest client beside ${count} slow sockets`, quantile(times, 0.99), 250),
    ],
  };
};

/** Side of a square picture in pixels: as noise it has 14 MB. */
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
