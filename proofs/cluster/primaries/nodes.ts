import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '#server/testing/shop-process.ts';
import { until } from '#server/testing/waiting.ts';
import { findFreePort } from '../../../scripts/free-port.ts';
import { accountToRunAs, findPostgres } from '../../../scripts/throwaway-postgres.ts';
import { type Supervised, serverOf, supervise, superviseServer } from '../supervised.ts';

/** One machine of the database cluster: a PostgreSQL under Patroni and a member of etcd, all on 127.0.0.1. */
export interface Node {
  address: Address;
  /**
   * Simulates a power loss: SIGKILL to Patroni and to all processes of PostgreSQL. etcd keeps running, which makes no difference,
   * because two of its three members would be enough.
   */
  kill(): Promise<void>;
  /** Simulates a machine that hangs: SIGSTOP to Patroni and PostgreSQL. All connections stay open. */
  freeze(): void;
  /** Ends `freeze`. */
  thaw(): void;
  /** Starts the machine again after `kill`. */
  start(): Promise<void>;
  runs(): boolean;
  output(): string;
}

/** Ports of one node; `rest` is Patroni's REST interface. */
interface Address {
  name: string;
  etcdClient: number;
  etcdPeer: number;
  rest: number;
  postgres: number;
}

const samples = join(root, 'deploy', 'engine');

/** Three nodes, started with the samples of deploy/engine; they choose their primary themselves. */
export async function startNodes(folder: string) {
  const addresses: Address[] = [];
  for (const name of ['node1', 'node2', 'node3']) {
    const [etcdClient, etcdPeer] = [await findFreePort(), await findFreePort()];
    addresses.push({ name, etcdClient, etcdPeer, rest: await findFreePort(), postgres: await findFreePort() });
  }
  const supervised: Supervised[] = [];
  const remove = async () => {
    for (const program of supervised.toReversed()) await program.remove();
  };
  try {
    for (const address of addresses)
      supervised.push(await startEtcd(join(folder, `${address.name}-etcd`), address, addresses));
    const all: Node[] = [];
    for (const address of addresses) {
      const { node, patroni } = await startNode(join(folder, address.name), address, addresses);
      supervised.push(patroni);
      all.push(node);
    }
    return { all, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startEtcd(folder: string, own: Address, all: readonly Address[]): Promise<Supervised> {
  mkdirSync(folder, { mode: 0o700 });
  const lines = sampleFor('etcd.env', own, all).replace('/var/lib/etcd/lacquer', folder).split('\n');
  const environment = Object.fromEntries(
    lines.filter((line) => /^ETCD_/.test(line)).map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  );
  return supervise({ program: ['etcd', '--log-level', 'error'], directory: folder, environment });
}

async function startNode(folder: string, own: Address, all: readonly Address[]) {
  const account = accountToRunAs();
  mkdirSync(folder, { mode: 0o700 });
  const file = join(folder, 'patroni.yml');
  const cluster = join(folder, 'cluster');
  const serverFile = join(cluster, 'postmaster.pid');
  writeFileSync(
    file,
    sampleFor('patroni.yml', own, all)
      .replace('/var/lib/postgresql/lacquer', cluster)
      .replace('/var/lib/postgresql/pgpass-lacquer', join(folder, 'pgpass'))
      .replace('/usr/lib/postgresql/15/bin', findPostgres())
      .replace('/var/run/postgresql', folder),
  );
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
  const patroni = await supervise({
    program: ['patroni', file],
    directory: folder,
    account,
    leavesServer: serverFile,
    environment: { HOME: folder },
  });
  const server = () => {
    const pid = serverOf(serverFile);
    return pid === null ? [] : [pid, ...childrenOf(pid)];
  };
  const node: Node = {
    address: own,
    async kill() {
      const pids = server();
      await patroni.end('SIGKILL');
      signalAll(pids, 'SIGKILL');
    },
    freeze: () => signalAll([patroni.pid(), ...server()], 'SIGSTOP'),
    thaw: () => signalAll([...server(), patroni.pid()], 'SIGCONT'),
    start: () => patroni.start(),
    runs: () => patroni.pid() !== 0,
    output: () => patroni.output().slice(-2_000),
  };
  return { node, patroni };
}

/** A sample of deploy/engine with the addresses and ports of these nodes. `own`: the node that it configures, if it is for one node. */
function sampleFor(file: string, own: Address | null, all: readonly Address[]): string {
  const withPorts = (text: string, pattern: string, { etcdClient, etcdPeer, rest, postgres }: Address) =>
    text
      .replaceAll(`${pattern}:2379`, `127.0.0.1:${etcdClient}`)
      .replaceAll(`${pattern}:2380`, `127.0.0.1:${etcdPeer}`)
      .replaceAll(`${pattern}:8008`, `127.0.0.1:${rest}`)
      .replaceAll(`${pattern} port 8008`, `127.0.0.1 port ${rest}`)
      .replaceAll(`${pattern}:5432`, `127.0.0.1:${postgres}`);
  let text = readFileSync(join(samples, file), 'utf8').replaceAll('10.0.0.0/24', '127.0.0.0/8');
  if (own) text = withPorts(text.replaceAll('NODE_NAME', own.name), 'NODE_ADDRESS', own);
  for (const [index, other] of all.entries()) text = withPorts(text, `10.0.0.1${index + 1}`, other);
  return text;
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

function signalAll(pids: readonly number[], signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Starts HAProxy with the sample of deploy/engine. It connects its clients to the primary. */
export async function startHaproxy(folder: string, nodes: readonly Node[]) {
  mkdirSync(folder);
  const port = await findFreePort();
  const sample = sampleFor(
    'haproxy.cfg',
    null,
    nodes.map(({ address }) => address),
  );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, sample.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`));
  const process = await superviseServer(port, { program: ['haproxy', '-db', '-q', '-f', file], directory: folder });
  // The sample's password (deploy/engine/patroni.yml).
  return { process, url: (database: string) => `postgres://postgres:change-me-one@127.0.0.1:${port}/${database}` };
}

const members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string(), lag: z.unknown().optional() })),
});
type Members = z.infer<typeof members>['members'];

/** Longest wait in milliseconds: the first start copies the cluster twice, and a node that was killed may have to be rewound. */
const patience = 180_000;

/** Waits until one node is primary, one a standby that every commit waits for, and one another standby. */
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
    const outputs = nodes.map((node) => `${node.address.name}: ${node.output()}`).join('\n');
    throw new Error(`The nodes are ${JSON.stringify(seen)}.\n${outputs}`, { cause: error });
  }
}

export async function primaryOf(nodes: readonly Node[]): Promise<Node> {
  const leader = (await membersAs(nodes)).find(({ role }) => role === 'leader');
  const node = nodes.find(({ address }) => address.name === leader?.name);
  if (!node) throw new Error('there is no primary');
  return node;
}

/** The members of the cluster, as reported by the first node that answers; empty if no node answers. */
async function membersAs(nodes: readonly Node[]): Promise<Members> {
  for (const { address } of nodes) {
    try {
      const response = await fetch(`http://127.0.0.1:${address.rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
      return members.parse(await response.json()).members;
    } catch {
      // This node does not answer; the next one is asked.
    }
  }
  return [];
}
