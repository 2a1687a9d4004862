import { z } from 'zod';
import { until } from '../../waiting.ts';
import type { Node } from './nodes.ts';

const members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string(), lag: z.unknown().optional() })),
});
type Members = z.infer<typeof members>['members'];

/** A first start makes two copies of the cluster; a node that was killed may be rewound. Milliseconds. */
const patience = 180_000;

/** One primary, one standby that every commit waits for, and one more. */
export async function untilWhole(nodes: readonly Node[]): Promise<void> {
  let seen: Members = [];
  const areWell = async () => {
    if (nodes.some((node) => !node.runs())) throw new Error('Patroni ended');
    seen = await membersAs(nodes);
    const roles = seen.map(({ role }) => role).sort();
    return (
      seen.every(({ state }) => ['running', 'streaming'].includes(state)) &&
      roles.join() === 'leader,replica,sync_standby'
    );
  };
  try {
    await until(areWell, 'the three nodes are well', { patience, every: 200 });
  } catch (error) {
    const words = nodes.map((node) => `${node.address.name}: ${node.output()}`).join('\n');
    throw new Error(`The nodes are ${JSON.stringify(seen)}.\n${words}`, { cause: error });
  }
}

export async function primaryOf(nodes: readonly Node[]): Promise<Node> {
  const leader = (await membersAs(nodes)).find(({ role }) => role === 'leader');
  const node = nodes.find(({ address }) => address.name === leader?.name);
  if (!node) throw new Error('there is no primary');
  return node;
}

/** As the first node that answers sees them; none where no node answers. */
async function membersAs(nodes: readonly Node[]): Promise<Members> {
  for (const { address } of nodes) {
    try {
      const response = await fetch(`http://127.0.0.1:${address.rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
      return members.parse(await response.json()).members;
    } catch {
      // The next one knows as well.
    }
  }
  return [];
}
