import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../proof.ts';

import { type LimitsFixture, type Part, timed } from './fixture.ts';

/** Milliseconds between two bytes of a slow sender. */
const letterEvery = 1_000;
/** When the shop has ended them: its patience, and a look every two seconds (server/platform/http/bodies.ts); milliseconds. */
const endedAfter = {
  full: { headers: 14_000, body: 33_000 },
  // Six seconds and that look (impatient.ts), on a machine that does other things.
  short: { headers: 25_000, body: 25_000 },
};

/** Sockets that send a byte now and then, half of them headers and half a body, beside an honest client. */
export const slowSenders: Part = async (fixture) => {
  const isFull = fixture.run.size === 'full';
  const count = isFull ? 2_000 : 200;
  const begun = performance.now();
  const senders = await openSenders(fixture, count);
  const dribble = setInterval(() => {
    for (const { socket } of senders) if (socket.writable) socket.write('x');
  }, letterEvery);
  const times = await honestTimes(fixture, isFull ? 8_000 : 1_000);
  const together = senders.filter(({ socket }) => !socket.destroyed).length;
  const violations: string[] = [];
  for (const kind of ['headers', 'body'] as const) {
    const patience = endedAfter[fixture.run.size][kind];
    const open = () => senders.filter((sender) => sender.kind === kind && !sender.socket.destroyed).length;
    while (open() > 0 && performance.now() < begun + patience) await wait(100);
    if (open() > 0) violations.push(`${open()} senders of slow ${kind} are still connected after ${patience} ms`);
  }
  clearInterval(dribble);
  for (const { socket } of senders) socket.destroy();
  return {
    violations,
    figures: [
      { what: 'slow sockets beside the honest one', measured: together, wanted: { atLeast: count } },
      timed(fixture.run, `honest p99 beside ${count} slow sockets`, quantile(times, 0.99), 250),
    ],
  };
};

/** How long an honest client waits for pages and lists, one request after another. */
export async function honestTimes({ honest }: LimitsFixture, milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  for (let round = 0; performance.now() < until; round += 1) {
    const answer = await honest.request('GET', round % 2 ? '/' : '/api/listings?page=1&pageSize=20');
    times.push(answer.status === 200 ? answer.milliseconds : 60_000);
    await wait(10);
  }
  return times;
}

interface Sender {
  kind: 'headers' | 'body';
  socket: Socket;
}

async function openSenders({ shop }: LimitsFixture, count: number): Promise<Sender[]> {
  const { hostname, port } = new URL(shop.address);
  return Promise.all(
    Array.from({ length: count }, async (_, at): Promise<Sender> => {
      const kind = at % 2 ? 'body' : 'headers';
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      const head = `POST /api/contact HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`;
      socket.write(kind === 'headers' ? `${head}X-Slow: ` : `${head}Content-Length: 100000\r\n\r\n{"name":"`);
      socket.resume();
      return { kind, socket };
    }),
  );
}
