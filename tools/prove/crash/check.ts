import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readBeside } from '#server/database/beside.ts';
import { checkBeside } from '../../invariants.ts';
import { contentHash } from './acts.ts';
import { type Belongings, differences } from './belongings.ts';
import { keepPassword, type Worker } from './load.ts';
import { mediaOf, type Scene } from './scene.ts';

/**
 * After a crash: everything acknowledged is there, what was not is there wholly or not at all, and the invariants hold. From
 * then on each worker has what was found.
 */
export async function checkAfterCrash(scene: Scene, workers: readonly Worker[], address: string): Promise<string[]> {
  const found = await scene.look(workers.map(({ person }) => person));
  const violations = workers.flatMap((worker, index) => settle(worker, found[index]));
  return [
    ...violations,
    ...(await checkBeside(scene.database, mediaOf(scene))),
    ...(await throughTheDoor(scene, workers, address)),
  ];
}

function settle(worker: Worker, found: Belongings | undefined): string[] {
  const { has, pending, person } = worker;
  if (!found) throw new Error('everybody is looked at');
  const missing = differences(has, found, has);
  const done = pending ? differences(pending.after, found, has) : missing;
  if (pending && done.length === 0) keepPassword(worker, pending);
  worker.has = found;
  worker.pending = null;
  if (missing.length === 0 || done.length === 0) return [];
  const half = pending ? `; as if ${pending.what} was done in part: ${done.join(', ')}` : '';
  return [`What was acknowledged to ${person.email} is not there: ${missing.join(', ')}${half}`];
}

const logoChange = z.object({ url: z.string().nullable() });

/** The same after a new start of the shop, which has also taken away every file that nobody knows. */
export async function checkAfterStart(scene: Scene, workers: readonly Worker[], address: string): Promise<string[]> {
  return [...(await checkAfterCrash(scene, workers, address)), ...(await orphans(scene))];
}

async function orphans(scene: Scene): Promise<string[]> {
  const files = await readdir(mediaOf(scene), { recursive: true }).catch(() => []);
  const published = files.filter((name) => /^[0-9a-f]{32}\/./.test(name));
  return readBeside(scene.database, async (reader) => {
    const pictures = await reader.selectFrom('pictures').select('hash').execute();
    const hashes = new Set(pictures.map(({ hash }) => hash));
    const changes = await reader.selectFrom('audit_entries').select('after').where('subject', '=', 'logo').execute();
    // Earlier ones stay for pages that are open.
    const logos = new Set(changes.map(({ after }) => logoChange.parse(JSON.parse(after ?? '{"url":null}')).url));
    return published
      .filter((name) => !hashes.has(name.slice(0, 32)) && !logos.has(`/media/${name}`))
      .map((name) => `${name} is a file that nobody knows`);
  });
}

const ordersSaid = z.object({ orders: z.array(z.object({ id: z.string(), status: z.string() })) });

/** One customer's orders and the pictures uploaded last, as anybody would see them. */
async function throughTheDoor(scene: Scene, workers: readonly Worker[], address: string): Promise<string[]> {
  const violations: string[] = [];
  const { person, has } = scene.random.pick(workers);
  const answer = await fetch(`${address}/api/orders`, { headers: { authorization: `Bearer ${person.token}` } });
  const said = ordersSaid.safeParse(await answer.json());
  const shown = said.success ? said.data.orders.map(({ id, status }) => `${id} ${status}`) : [];
  const expected = has.orders.map(({ id, status }) => `${id} ${status}`);
  if (!said.success || shown.toSorted().join() !== expected.toSorted().join())
    violations.push(`${person.email} is shown ${shown} instead of ${expected}`);
  const uploads = workers.flatMap((worker) => [...worker.has.pictures.slice(-3), worker.has.logo]);
  for (const url of uploads.filter((one) => one !== null)) {
    const bytes = Buffer.from(await (await fetch(address + url)).arrayBuffer());
    if (contentHash(bytes) !== url.split('/')[2]) violations.push(`${url} is not the file that was uploaded`);
  }
  return violations;
}

/** When the shop has ended as it should: no half-written file is left. */
export async function checkLeftovers(scene: Scene): Promise<string[]> {
  const left = await readdir(join(mediaOf(scene), 'incoming')).catch(() => []);
  const texts = await Promise.all(left.map((name) => readFile(join(mediaOf(scene), 'incoming', name), 'latin1')));
  return left.map((name, index) => `incoming/${name} stayed behind: ${texts[index]?.slice(0, 80)}`);
}
