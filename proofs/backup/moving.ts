import { join } from 'node:path';
import type { TableShape } from '#server/features/backups/backups.queries.ts';
import { shopTables } from '#server/features/backups/backups.queries.ts';
import { sumsOf } from '#server/features/backups/fill.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings } from '#server/settings.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import type { Fixture } from '../load/fixture.ts';
import { runProgram } from './programs.ts';

/** What people see in an order of its own; `createdAt` and ids break ties. */
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

/** Moves the shop, which is closed, to `target`; a sentence for whatever is not the same there. */
export async function differencesAfterMove(fixture: Fixture, target: string, scratch: string): Promise<string[]> {
  const source = await tableSums(fixture.databaseUrl);
  const { code, output } = await runProgram('cli/move.ts', [target], fixture);
  if (code !== 0) return [`npm run move ended with ${code}: ${output}`];
  const moved = await tableSums(target);
  const after = await tableSums(fixture.databaseUrl);
  const differences = [...source].flatMap(([table, sums]) => [
    ...(moved.get(table) === sums ? [] : [`After the move ${table} is ${moved.get(table)} instead of ${sums}.`]),
    ...(after.get(table) === sums ? [] : [`The move changed ${table} of the source.`]),
  ]);
  const [before, there] = [
    await listsOf(fixture.databaseUrl, fixture.admin.token, join(scratch, 'source')),
    await listsOf(target, fixture.admin.token, join(scratch, 'target')),
  ];
  for (const [path, answer] of before)
    if (answer !== there.get(path))
      differences.push(`After the move GET ${path} answers ${there.get(path)}, before ${answer}.`);
  return differences;
}

/** Count, sums and hash of every table as text. */
export function tableSums(databaseUrl: string): Promise<Map<string, string>> {
  return readSnapshot(parseSettings({ DATABASE_URL: databaseUrl }).database, async (reader) => {
    const found = new Map<string, string>();
    const shapes: TableShape[] = await shopTables(reader);
    for (const shape of shapes) found.set(shape.name, JSON.stringify(await sumsOf(reader, shape)));
    return found;
  });
}

/** Ids in the order of each answer, or what was answered instead. */
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
