import { join } from 'node:path';
import { connect } from '#server/database/connect.ts';
import { createSeeded, type Seeded } from '#server/demo/seeded.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { checkBeside } from '../../invariants.ts';
import { type LoadCustomer, loadCustomers, sessionOf } from '../../load/customers.ts';
import { insertAll } from '../../load/rows.ts';
import type { Run } from '../proof.ts';
import { openShop, type ShopProcess } from '../shop-process.ts';
import { type Answer, type Released, type Request, releaseAtOnce } from './starting-line.ts';

/** Somebody with an account, signed in on two devices. */
export interface Person {
  id: string;
  token: string;
  otherToken: string;
}

export interface Piece {
  id: string;
  name: string;
}

/** What nobody contests was refused: the shop is in no state to go on. */
export class Denied extends Error {}

/** Dollars, of every piece. */
export const price = 3_200;

/** A shop that is open, and the people in it. On SQLite one process, on PostgreSQL four. */
export interface Stage {
  random: Seeded;
  /** The only admin. */
  admin: Person;
  /** So many different ones, not the admin. */
  cast(count: number): Person[];
  /** To each process in turn. */
  request(person: Person, method: Request['method'], path: string, body?: object): Request;
  /** One request by itself. Throws Denied unless it was granted. */
  ask(request: Request): Promise<Answer>;
  /** In an order that nobody chose; answers in the order of `requests`. `notBefore` in epoch milliseconds. */
  release(requests: readonly Request[], notBefore?: number): Promise<Released>;
  pieces(name: string, count: number, options?: { unique: boolean }): Promise<Piece[]>;
  /** What is wrong in the database, a sentence each. */
  check(): Promise<string[]>;
  /** Kills one process and opens another in its place, whose holds are short. */
  restartOne(holdMinutes: number): Promise<Doors>;
  close(): Promise<void>;
}

/** Who has no password at all is no admin to rely on, as the shop sees it. */
const unknownPassword = 'a hash that no password has';
/** Addresses. */
export interface Doors {
  restarted: string;
  others: string[];
}

const processCount = { sqlite: 1, postgres: 4 };

export async function openStage(run: Run, peopleCount: number): Promise<Stage> {
  const random = createSeeded(run.seed);
  const databaseUrl = await run.newDatabase();
  const directory = join(run.directory, 'shop');
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  const [admin, ...people] = await inviteAll(random, database, peopleCount + 1);
  if (!admin) throw new Error('nobody is there');

  const open = (settings: Readonly<{ [name: string]: string }> = {}) => openShop({ databaseUrl, directory, settings });
  const shops = await openAll(processCount[run.engine], open);
  let turn = 0;
  const request: Stage['request'] = (person, method, path, body) => {
    const { address = '' } = shops[turn++ % shops.length] ?? {};
    return { address, method, path, token: person.token, ...(body && { body }) };
  };
  const release: Stage['release'] = async (requests, notBefore) => {
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
    cast: (count) => random.shuffled(people).slice(0, count),
    request,
    release,
    ask: async (one) => {
      const [answer] = (await releaseAtOnce([one])).answers;
      if (!answer || answer.status >= 300)
        throw new Denied(`${one.method} ${one.path}: ${answer?.status} ${answer?.said.message}`);
      return answer;
    },
    pieces: async (name, count, { unique } = { unique: true }) => {
      const requests = Array.from({ length: count }, (_, index) =>
        request(admin, 'POST', '/admin/products', { name: `${name} ${index + 1}`, price, unique }),
      );
      return (await release(requests)).answers.map(({ status, said }) => {
        if (!said.product) throw new Denied(`A piece could not be added: ${status} ${said.message}`);
        return said.product;
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

/** Written before the shop opens: it would hash a password for each of them. */
async function inviteAll(random: Seeded, settings: Settings['database'], count: number): Promise<Person[]> {
  const database = await connect(settings);
  try {
    const customers = loadCustomers(random, count, unknownPassword, Date.now());
    const devices = (customer: LoadCustomer) => [sessionOf(random, customer), sessionOf(random, customer)] as const;
    const invited = customers.map((customer) => ({ row: customer.row, devices: devices(customer) }));
    await insertAll(database, invited, ({ row, devices: [one, other] }) => ({
      users: [row],
      sessions: [one.row, other.row],
    }));
    return invited.map(({ row, devices: [one, other] }) => ({
      id: row.id,
      token: one.token,
      otherToken: other.token,
    }));
  } finally {
    await database.close();
  }
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
