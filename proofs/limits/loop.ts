import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { panel } from '#server/testing/pictures.ts';
import { until } from '#server/testing/waiting.ts';
import { adminEmail } from '../../bench/seed/customers.ts';
import { loadPassword } from '../../bench/seed-load.ts';
import { timeFigure } from '../proof.ts';
import { type Answer, failureOf, type LimitsFixture, type Part } from './fixture.ts';

/**
 * Sign-ins, invoices, uploads, a large drawing, reports and pages run together, and nothing may block the event loop for more than 50 ms.
 * The first request of each kind in a process, for which code is loaded and compiled, is measured by itself.
 */
export const freeLoop: Part = async (fixture) => {
  const workers = await workersOf(fixture);
  // The first page of a process takes longer, because it loads the renderer. It is not measured.
  await fixture.honest.request('GET', '/');
  await longestBlock(fixture);
  const failedFirst = await sendRequests(fixture, workers, 0);
  const first = await longestBlock(fixture);
  const failed = await sendRequests(fixture, workers, fixture.run.size === 'full' ? 30_000 : 500);
  const longest = await longestBlock(fixture);
  return {
    violations: [...failedFirst, ...failed].map((failure) => `under mixed load: ${failure}`),
    figures: [
      timeFigure(fixture.run, 'longest block of the event loop (processor time)', longest, 50),
      timeFigure(fixture.run, 'longest block while each kind is requested for the first time', first, 50),
    ],
  };
};

/** Each worker sends one request, then more until these milliseconds are over. Returns what failed. */
async function sendRequests(
  { shop }: LimitsFixture,
  workers: readonly Worker[],
  milliseconds: number,
): Promise<string[]> {
  const failures: string[] = [];
  const end = performance.now() + milliseconds;
  await Promise.all(
    workers.map(async ({ what, act }) => {
      using client = createHttpClient(shop.address);
      for (let round = 0; round === 0 || performance.now() < end; round += 1) {
        const failure = failureOf(await act(client, round));
        if (failure) failures.push(`${what}: ${failure}`);
      }
    }),
  );
  return failures;
}

/** The longest block of the event loop since the last call, in milliseconds of processor time. */
export async function longestBlock({ shop, loopSeen }: LimitsFixture): Promise<number> {
  await rm(loopSeen, { force: true });
  shop.child.kill('SIGUSR2');
  let seen = '';
  const isWritten = async () => {
    seen = await readFile(loopSeen, 'utf8').catch(() => '');
    return seen !== '';
  };
  await until(isWritten, 'the shop has written for how long its event loop was blocked');
  return Number(seen);
}

interface Worker {
  what: string;
  act(client: HttpClient, round: number): Promise<Answer>;
}

const orderList = z.object({ orders: z.array(z.object({ id: z.string() })) });

async function workersOf({ honest, admin: token, run }: LimitsFixture): Promise<Worker[]> {
  const { body } = await honest.request('GET', '/api/admin/orders?status=paid&pageSize=50&page=1', { token });
  const invoices = orderList.parse(body).orders.map(({ id }) => `orders/${id}/invoice`);
  const sales = ['admin/sales/day', 'admin/sales/month', 'admin/sales/year', 'admin/dashboard'];
  const reports = [...sales, 'admin/orders?page=1&pageSize=100', 'admin/users?page=1&q=a'];
  const photograph = await panel(3_000, 2_000).jpeg().toBuffer();
  const drawing = largeDrawing(run.size === 'full' ? 20_000 : 4_000);
  const reader = (what: string, paths: readonly string[]): Worker => ({
    what,
    act: (client, round) => client.request('GET', `/api/${paths[round % paths.length]}`, { token }),
  });
  const uploader = (what: string, path: string, file: (round: number) => Parameters<typeof filesBody>): Worker => ({
    what,
    act: (client, round) => client.request('POST', `/api/admin/${path}`, { token, ...filesBody(...file(round)) }),
  });
  // Bytes after the end of the picture make each upload a different file.
  const another = (round: number) => Buffer.concat([photograph, Buffer.from(String(round))]);
  const upload = uploader('an upload', 'upload-images', (at) => ['images', { name: 'a.jpg', bytes: another(at) }]);
  const logo = uploader('a logo', 'upload-logo', () => ['logo', { name: 'logo.svg', bytes: drawing }]);
  const account = { mode: 'signin', email: adminEmail, password: loadPassword };
  const signIn: Worker = { what: 'a sign-in', act: (client) => client.request('POST', '/api/auth', { body: account }) };
  const [invoice, report, list] = [
    reader('an invoice', invoices),
    reader('a report', reports),
    reader('a list', ['listings', 'pieces']),
  ];
  const page: Worker = { what: 'a page', act: (client) => client.request('GET', '/') };
  return [signIn, signIn, signIn, invoice, invoice, invoice, upload, upload, logo, report, report, list, page];
}

function largeDrawing(paths: number): Buffer {
  const path = (at: number) =>
    `<path id="p${at}" d="M${at} 0 C ${at + 1} 2 3 ${at} 5 6 L 10 ${at} Z" style="fill:#c6a04d;stroke:none;opacity:0.5" transform="rotate(${at % 90})"/>`;
  const body = Array.from({ length: paths }, (_, at) => path(at)).join('\n');
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">${body}</svg>`);
}
