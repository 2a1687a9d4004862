import { join } from 'node:path';
import { shopTables, type TableShape } from '#server/features/backups/backups.queries.ts';
import { sumsOf } from '#server/features/backups/fill.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings } from '#server/settings.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { runProgram, settingsOf } from '#server/testing/programs.ts';
import type { Fixture } from '../load/fixture.ts';

/** Addresses of lists that the shop sorts. Rows that are equal otherwise are in the order of `createdAt` and of their ids. */
const lists = [
  '/api/listings',
  '/api/listings?sort=price',
  '/api/pieces',
  '/api/admin/orders',
  '/api/admin/orders?sort=price&order=desc',
  '/api/admin/users?sort=name',
  '/api/admin/listings?sort=name',
  '/api/admin/enquiries',
  '/api/admin/audit',
];

/** Moves the closed shop to the database `target` and compares them. Returns one sentence per difference. */
export async function differencesAfterMove(fixture: Fixture, target: string, scratch: string): Promise<string[]> {
  const source = await tableSums(fixture.databaseUrl);
  const { code, output } = await runProgram('cli/move.ts', [target], settingsOf(fixture));
  if (code !== 0) return [`./lacquer move ended with ${code}: ${output}`];
  const moved = differentTables(source, await tableSums(target));
  const changed = differentTables(source, await tableSums(fixture.databaseUrl));
  const differences = [
    ...moved.map((sentence) => `After the move ${sentence}`),
    ...changed.map((sentence) => `The move changed the source: ${sentence}`),
  ];
  const [before, after] = [
    await listsOf(fixture.databaseUrl, fixture.admin.token, join(scratch, 'source')),
    await listsOf(target, fixture.admin.token, join(scratch, 'target')),
  ];
  for (const [path, answer] of before)
    if (answer !== after.get(path))
      differences.push(`After the move GET ${path} answers ${after.get(path)}, before ${answer}.`);
  return differences;
}

/** Count, sums and hash of every table as text, by the table's name. */
export function tableSums(databaseUrl: string): Promise<Map<string, string>> {
  return readSnapshot(parseSettings({ DATABASE_URL: databaseUrl }).database, async (reader) => {
    const found = new Map<string, string>();
    const shapes: TableShape[] = await shopTables(reader);
    for (const shape of shapes) found.set(shape.name, JSON.stringify(await sumsOf(reader, shape)));
    return found;
  });
}

/** One sentence for each table that is not the same, or that only one of the two has. */
export function differentTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name} is ${after.get(name)} instead of ${before.get(name)}.`);
}

/** The ids in each list, in their order; the whole answer if there are none. */
async function listsOf(databaseUrl: string, token: string, directory: string): Promise<Map<string, string>> {
  await using shop = await openTestShop({ databaseUrl, directory });
  const answers = new Map<string, string>();
  for (const path of lists) {
    const { status, raw } = await shop.request('GET', path, { token });
    const ids = [...raw.toString().matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
    answers.set(path, status === 200 && ids.length > 0 ? ids.join(' ') : `${status} ${raw}`);
  }
  return answers;
}
