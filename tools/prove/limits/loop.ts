import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { adminEmail } from '../../load/customers.ts';
import { loadPassword } from '../../seed-load.ts';
import type { LoopSeen } from './loop-watch.ts';
import { type Part, type Stage, timed } from './stage.ts';
import { createVisitor, filesBody, signIn, type Visitor } from './visitor.ts';

/** Sign-ins, invoices, uploads, a drawing for a logo, reports and pages together. */
export const freeLoop: Part = async (stage) => {
  const violations: string[] = [];
  const works = await worksOf(stage);
  // The first page of a process unpacks what draws pages.
  await stage.honest.ask('/');
  await askLoop(stage);
  const until = performance.now() + (stage.run.size === 'full' ? 30_000 : 500);
  const doing = (what: string, times: number, act: (visitor: Visitor, round: number) => Promise<number>) =>
    Array.from({ length: times }, async () => {
      const visitor = createVisitor(stage.shop.address);
      for (let round = 0; performance.now() < until; round += 1) {
        const status = await act(visitor, round);
        if (status >= 300) violations.push(`${what} answered ${status} under mixed load`);
      }
      visitor.leave();
    });
  await Promise.all([
    ...doing('a sign-in', 3, works.signIn),
    ...doing('an invoice', 3, works.invoice),
    ...doing('an upload', 2, works.upload),
    ...doing('a logo', 1, works.logo),
    ...doing('a report', 2, works.report),
    ...doing('a page', 2, works.page),
  ]);
  const seen = await askLoop(stage);
  stage.run.say(`event loop: ${JSON.stringify(seen)}`);
  return {
    violations,
    figures: [
      timed(stage.run, 'longest hold of the event loop (its processor time)', seen.longestHeld, 50),
      { what: 'delay of the event loop by the clock, p99', measured: seen.delayP99, unit: 'ms' },
    ],
  };
};

/** What the shop saw of its loop since it was asked last. */
export async function askLoop({ shop, loopSeen }: Stage): Promise<LoopSeen> {
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

async function worksOf({ honest, admin: token, run }: Stage) {
  const { json } = await honest.ask('/api/admin/orders?status=paid&pageSize=50&page=1', { token });
  const orders = orderList.parse(json).orders.map(({ id }) => `/api/orders/${id}/invoice`);
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
    signIn: async (visitor: Visitor) => (await signIn(visitor, adminEmail, loadPassword)).status,
    invoice: async (visitor: Visitor, round: number) => (await visitor.ask(at(orders, round), { token })).status,
    report: async (visitor: Visitor, round: number) =>
      (await visitor.ask(`/api/admin/${at(reports, round)}`, { token })).status,
    page: async (visitor: Visitor, round: number) => (await visitor.ask(at(pages, round))).status,
    upload: async (visitor: Visitor, round: number) => {
      // Bytes after the picture's end make it another file each time.
      const bytes = Buffer.concat([photograph, Buffer.from(String(round))]);
      const sent = filesBody('images', [{ name: 'a.jpg', bytes }]);
      return (await visitor.ask('/api/admin/upload-images', { token, ...sent })).status;
    },
    logo: async (visitor: Visitor) => {
      const sent = filesBody('logo', [{ name: 'logo.svg', bytes: drawing }]);
      return (await visitor.ask('/api/admin/upload-logo', { token, ...sent })).status;
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
