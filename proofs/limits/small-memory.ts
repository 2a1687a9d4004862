import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '#contract/limits.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { repeat } from '#server/testing/waiting.ts';
import { atMost, type Outcome, type Run, timeFigure } from '../proof.ts';
import { openSocket } from '../raw-http.ts';
import { cardKey, nothing } from './fixture.ts';

const megabytes = 512;
const clients = 1_100;
/** A memory cgroup of Linux: the older and the newer form of its files. */
const forms = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', most: 'memory.max_usage_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', most: 'memory.peak' },
] as const;

/**
 * A shop in 512 MB beside 1,100 clients that each send a body without its last byte: of the largest size that anybody may send, and of
 * 1 MiB. It must stay alive, and pages must be answered. Only in full; skipped without the right to make a cgroup.
 */
export async function unfinishedBodiesInSmallMemory(run: Run): Promise<Outcome> {
  if (run.size !== 'full' || run.engine !== 'sqlite') return nothing;
  const group = makeGroup();
  if (!group)
    return { violations: [], figures: [{ what: '512 MB not tried: no right to make a cgroup', measured: 1 }] };
  try {
    await using shop = await openShop({
      databaseUrl: await run.newDatabase(),
      directory: join(run.directory, 'small-memory'),
      settings: { RATE_LIMITS: 'on', CARD_KEY: cardKey, LOG_LEVEL: 'error' },
      under: ['sh', '-c', `echo $$ > ${join(group.path, 'cgroup.procs')} && exec "$@"`, 'sh'],
    });
    const public_ = await besideBodies(run, shop, limits.publicBody);
    const large = await besideBodies(run, shop, limits.jsonBody);
    const most = Number(readFileSync(join(group.path, group.most), 'utf8')) / 1_048_576;
    return {
      violations: [...public_.violations, ...large.violations],
      figures: [
        ...public_.figures,
        ...large.figures,
        atMost(
          megabytes,
          `most memory beside ${clients} unfinished bodies, in a cgroup of ${megabytes} MB`,
          most,
          'MB',
        ),
      ],
    };
  } finally {
    await wait(200);
    rmdirSync(group.path);
  }
}

/** Sends all but the last byte of a body of `size` bytes from each of so many addresses, and asks for pages for ten seconds. */
async function besideBodies(run: Run, shop: ShopProcess, size: number): Promise<Outcome> {
  const sockets = await Promise.all(
    Array.from({ length: clients }, (_, at) =>
      openSocket(shop.address, `127.1.${Math.floor(at / 200)}.${1 + (at % 200)}`),
    ),
  );
  const head = `POST /api/payments/stripe/events HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
  const body = Buffer.alloc(size - 1, ' ');
  for (const socket of sockets) {
    socket.resume();
    socket.write(head);
    socket.write(body);
  }
  using reader = createHttpClient(shop.address, { from: '127.0.2.1' });
  const violations: string[] = [];
  let longest = 0;
  const reading = repeat(async (round) => {
    const { status, milliseconds, failure } = await reader.request('GET', round % 2 ? '/' : '/collection');
    longest = Math.max(longest, milliseconds);
    if (status !== 200) violations.push(`a page beside ${clients} bodies of ${size} bytes: ${failure ?? status}`);
  }, 50);
  await wait(10_000);
  await reading.stop();
  for (const socket of sockets) socket.destroy();
  if (shop.child.exitCode !== null || shop.child.signalCode !== null) violations.push('the shop has ended');
  const what = `longest wait for a page beside ${clients} unfinished bodies of ${size} bytes`;
  return { violations, figures: [timeFigure(run, what, longest)] };
}

function makeGroup(): { path: string; most: string } | null {
  const form = forms.find(
    ({ root, limit }) => existsSync(root) && (limit === 'memory.max' || existsSync(join(root, limit))),
  );
  if (!form) return null;
  const path = join(form.root, `lacquer-proof-${process.pid}`);
  try {
    mkdirSync(path);
    writeFileSync(join(path, form.limit), String(megabytes * 1_048_576));
    return { path, most: form.most };
  } catch {
    return null;
  }
}
