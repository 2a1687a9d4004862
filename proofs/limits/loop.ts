import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { adminEmail } from '../../bench/seed/customers.ts';
import { loadPassword } from '../../bench/seed-load.ts';
import { type Answer, isGranted, signIn } from './client.ts';
import { type LimitsFixture, type Part, timed } from './fixture.ts';
import type { LoopSeen } from './loop-watch.ts';

/** Sign-ins, invoices, uploads, a drawing for a logo, reports and pages together. */
export const freeLoop: Part = async (fixture) => {
  const violations: string[] = [];
  const works = await worksOf(fixture);
  // The first page of a process unpacks what draws pages.
  await fixture.honest.request('GET', '/');
  await readLoop(fixture);
  const until = performance.now() + (fixture.run.size === 'full' ? 30_000 : 500);
  const doing = (what: string, times: number, act: (client: HttpClient, round: number) => Promise<Answer>) =>
    Array.from({ length: times }, async () => {
      const client = createHttpClient(fixture.shop.address);
      for (let round = 0; performance.now() < until; round += 1) {
        const answer = await act(client, round);
        if (!isGranted(answer)) violations.push(`${what} answered ${answer.status} under mixed load`);
      }
      client.close();
    });
  await Promise.all([
    ...doing('a sign-in', 3, works.signIn),
    ...doing('an invoice', 3, works.invoice),
    ...doing('an upload', 2, works.upload),
    ...doing('a logo', 1, works.logo),
    ...doing('a report', 2, works.report),
    ...doing('a page', 2, works.page),
  ]);
  const seen = await readLoop(fixture);
  fixture.run.log(`event loop: ${JSON.stringify(seen)}`);
  return {
    violations,
    figures: [
      timed(fixture.run, 'longest hold of the event loop (its processor time)', seen.longestHeld, 50),
      { what: 'delay of the event loop by the clock, p99', measured: seen.delayP99, unit: 'ms' },
    ],
  };
};

/** What the shop measured of its loop since the last call. */
export async function readLoop({ shop, loopSeen }: LimitsFixture): Promise<LoopSeen> {
  shop.child.kill('SIGUSR2');
  await wait(100);
  return seenByLoop.parse(JSON.parse(await readFile(loopSeen, 'utf8')));
}

const seenByLoop = z.object({
  longestHeld: z.number(),
  heldOver50: z.number(),
  delayP99: z.number(),
  delayMost: z.number(),
});

const orderList = z.object({ orders: z.array(z.object({ id: z.string() })) });

async function worksOf({ honest, admin: token, run }: LimitsFixture) {
  const { body } = await honest.request('GET', '/api/admin/orders?status=paid&pageSize=50&page=1', { token });
  const orders = orderList.parse(body).orders.map(({ id }) => `/api/orders/${id}/invoice`);
  const reports = [
    'sales/day',
    'sales/month',
    'sales/year',
    'dashboard',
    'orders?page=1&pageSize=100',
    'users?page=1&q=a',
  ];
  const pages = ['/', '/api/listings', '/api/pieces'];
  const photograph = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#c81e14' } })
    .jpeg()
    .toBuffer();
  const drawing = largeDrawing(run.size === 'full' ? 20_000 : 4_000);
  const at = (list: readonly string[], round: number) => list[round % list.length] ?? '/';
  return {
    signIn: (client: HttpClient) => signIn(client, adminEmail, loadPassword),
    invoice: (client: HttpClient, round: number) => client.request('GET', at(orders, round), { token }),
    report: (client: HttpClient, round: number) => client.request('GET', `/api/admin/${at(reports, round)}`, { token }),
    page: (client: HttpClient, round: number) => client.request('GET', at(pages, round)),
    upload: (client: HttpClient, round: number) => {
      // Bytes after the picture's end make it another file each time.
      const bytes = Buffer.concat([photograph, Buffer.from(String(round))]);
      const form = filesBody('images', { name: 'a.jpg', bytes });
      return client.request('POST', '/api/admin/upload-images', { token, ...form });
    },
    logo: (client: HttpClient) => {
      const form = filesBody('logo', { name: 'logo.svg', bytes: drawing });
      return client.request('POST', '/api/admin/upload-logo', { token, ...form });
    },
  };
}

/** As a drawing program writes them, some 130 bytes a path. */
function largeDrawing(paths: number): Buffer {
  const path = (at: number) =>
    `<path id="p${at}" d="M${at} 0 C ${at + 1} 2 3 ${at} 5 6 L 10 ${at} Z" style="fill:#c6a04d;stroke:none;opacity:0.5" transform="rotate(${at % 90})"/>`;
  const body = Array.from({ length: paths }, (_, at) => path(at)).join('\n');
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">${body}</svg>`);
}
