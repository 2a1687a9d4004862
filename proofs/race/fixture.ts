import { join } from 'node:path';
import type { Seeded } from '#server/features/demo/seeded.ts';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { checkBeside } from '../../cli/invariants.ts';
import type { Person } from '../load/actions.ts';
import { createFixture } from '../load/fixture.ts';
import type { Run } from '../proof.ts';
import { type Answer, type Released, type Request, releaseAtOnce } from './starting-line.ts';

export interface Piece {
  id: string;
  name: string;
}

/** A request without a competitor was refused: the races cannot go on. */
export class Denied extends Error {}

/** Dollars, of every piece. */
export const price = 3_200;

/** A shop that is open, and the people in it. On SQLite one process, on PostgreSQL four. */
export interface RaceFixture {
  random: Seeded;
  /** The only admin. */
  admin: Person;
  /** So many different ones, not the admin. */
  choosePeople(count: number): Person[];
  /** To each process in turn. */
  request(person: Person, method: Request['method'], path: string, body?: object): Request;
  /** One request by itself. Throws Denied unless it was granted. */
  send(request: Request): Promise<Answer>;
  /** In random order; answers in the order of `requests`. `notBefore` in epoch milliseconds. */
  release(requests: readonly Request[], notBefore?: number): Promise<Released>;
  pieces(name: string, count: number, options?: { unique: boolean }): Promise<Piece[]>;
  /** What is wrong in the database, a sentence each. */
  check(): Promise<string[]>;
  /** Kills one process and opens another in its place, whose holds are short. */
  restartOne(holdMinutes: number): Promise<Addresses>;
  close(): Promise<void>;
}

/** Addresses of the processes. */
export interface Addresses {
  restarted: string;
  others: string[];
}

const processCount = { sqlite: 1, postgres: 4 };

export async function openFixture(run: Run, peopleCount: number): Promise<RaceFixture> {
  const databaseUrl = await run.newDatabase();
  const directory = join(run.directory, 'shop');
  const fixture = await createFixture({
    ...{ databaseUrl, directory, seed: run.seed, people: peopleCount, pieces: 0 },
    // Nobody signs in: hashing so many passwords would take minutes.
    passwordHash: 'a hash that no password has',
  });
  const { random, admin, people, database } = fixture;
  // The program's own length of a hold, unless one is given.
  const open = (settings: Readonly<Record<string, string>> = {}) => openShop({ databaseUrl, directory, settings });
  const shops = await openAll(processCount[run.engine], open);
  let turn = 0;
  const request: RaceFixture['request'] = (person, method, path, body) => {
    const { address = '' } = shops[turn++ % shops.length] ?? {};
    return { address, method, path, token: person.token, ...(body && { body }) };
  };
  const release: RaceFixture['release'] = async (requests, notBefore) => {
    const order = random.shuffled(requests.map((_, index) => index));
    const released = await releaseAtOnce(
      order.flatMap((index) => requests[index] ?? []),
      notBefore,
    );
    const answers: Answer[] = [];
    for (const [position, index] of order.entries()) {
      const answer = released.answers[position];
      if (answer) answers[index] = answer;
    }
    return { ...released, answers };
  };
  return {
    random,
    admin,
    choosePeople: (count) => random.shuffled(people).slice(0, count),
    request,
    release,
    send: async (one) => {
      const [answer] = (await releaseAtOnce([one])).answers;
      if (!answer || answer.status >= 300)
        throw new Denied(`${one.method} ${one.path}: ${answer?.status} ${answer?.reply.message}`);
      return answer;
    },
    pieces: async (name, count, { unique } = { unique: true }) => {
      const requests = Array.from({ length: count }, (_, index) =>
        request(admin, 'POST', '/admin/products', { name: `${name} ${index + 1}`, price, unique }),
      );
      return (await release(requests)).answers.map(({ status, reply }) => {
        if (!reply.product) throw new Denied(`A piece could not be added: ${status} ${reply.message}`);
        return reply.product;
      });
    },
    check: () => checkBeside(database),
    restartOne: async (holdMinutes) => {
      await shops[0]?.kill();
      const shop = await open({ HOLD_MINUTES: String(holdMinutes) });
      shops[0] = shop;
      return { restarted: shop.address, others: shops.slice(1).map(({ address }) => address) };
    },
    close: async () => void (await Promise.all(shops.map((shop) => shop.stop()))),
  };
}

/** All at once; where one does not open, none stays. */
async function openAll(count: number, open: () => Promise<ShopProcess>): Promise<ShopProcess[]> {
  const opened = await Promise.allSettled(Array.from({ length: count }, () => open()));
  const shops = opened.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (!failed) return shops;
  await Promise.all(shops.map((shop) => shop.kill()));
  throw failed.reason;
}
