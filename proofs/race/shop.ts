import { join } from 'node:path';
import type { EndpointName } from '#contract/api.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { Settings } from '#server/settings.ts';
import type { FieldsOfReply } from '#server/testing/api-client.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import type { Person } from '../load/actions.ts';
import { createFixture } from '../load/fixture.ts';
import type { Run } from '../proof.ts';
import type { RaceRecord } from './record.ts';
import { type Released, releaseAtOnce } from './release.ts';
import { checkOut, confirm, type Listing, price, type Request, requestBy } from './requests.ts';

/** An open shop and the people in it. On SQLite it is one process, on PostgreSQL four. */
export interface RaceShop {
  random: SeededRandom;
  /** The only admin. */
  admin: Person;
  record: RaceRecord;
  database: Settings['database'];
  /** Of its processes. */
  addresses: readonly string[];
  /** So many different people, without the admin. */
  choosePeople(count: number): Person[];
  pieces(name: string, count: number, options?: { unique: boolean }): Promise<Listing[]>;
  /** Checks out and pays, without competitors. Returns the order's id. */
  buy(person: Person, listings: readonly Listing[]): Promise<string>;
  /** One request without competitors. Throws Denied if it is refused. */
  call<Name extends EndpointName>(request: Request<Name>): Promise<FieldsOfReply<Name>>;
  /** All at once, in random order. `race` names it in violations; any answer but the expected ones is one. */
  release(race: string, requests: readonly Request[], options?: ReleaseOptions): Promise<Released>;
  checkInvariants(race: string): Promise<void>;
}

export interface ReleaseOptions {
  expected?: readonly number[];
  /** Epoch milliseconds. */
  notBefore?: number;
}

/** A request without competitors was refused: the races cannot go on. */
class Denied extends Error {}

const processCount = { sqlite: 1, postgres: 4 };

/** Opens a shop with so many people for the time of `work`, and checks its invariants at the end. */
export async function withRaceShop(
  run: Run,
  record: RaceRecord,
  { name, people, settings }: { name: string; people: number; settings?: Readonly<Record<string, string>> },
  work: (shop: RaceShop) => Promise<void>,
): Promise<void> {
  const fixture = await createFixture({
    databaseUrl: await run.newDatabase(),
    directory: join(run.directory, name),
    seed: run.seed,
    people,
    pieces: 0,
  });
  await using stack = new AsyncDisposableStack();
  const opening = Array.from({ length: processCount[run.engine] }, async () =>
    stack.use(await fixture.open(settings && { settings })),
  );
  // One that could not open is an error, after the others have opened.
  await Promise.allSettled(opening);
  const { random, admin, database } = fixture;
  const addresses = (await Promise.all(opening)).map(({ address }) => address);
  const clients = createClients(random, addresses);
  const shop: RaceShop = {
    ...{ random, admin, record, database, addresses },
    choosePeople: (count) => random.shuffled(fixture.people).slice(0, count),
    pieces: async (title, count, { unique } = { unique: true }) => {
      const added = Array.from({ length: count }, (_, index) =>
        clients.call(requestBy(admin, 'addProduct', { body: { name: `${title} ${index + 1}`, price, unique } })),
      );
      return (await Promise.all(added)).map(({ product }) => product);
    },
    call: clients.call,
    async buy(person, listings) {
      const { orderId } = await clients.call(checkOut(person, listings));
      await clients.call(confirm(person, { orderId }, listings));
      return orderId;
    },
    release: async (race, requests, { expected = [200, 201, 409], notBefore } = {}) => {
      const released = await clients.release(requests, notBefore);
      record.answered(race, released.answers, expected);
      return released;
    },
    checkInvariants: async (race) =>
      record.broken(...(await checkDatabase(database)).map((sentence) => `${race}: ${sentence}`)),
  };
  try {
    await work(shop);
    await shop.checkInvariants('at the end');
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    record.broken(`The races could not go on: ${error.message}`);
  }
}

function createClients(random: SeededRandom, addresses: readonly string[]) {
  return {
    call: async <Name extends EndpointName>({ endpoint, options }: Request<Name>): Promise<FieldsOfReply<Name>> => {
      using client = createHttpClient(random.pick(addresses));
      const { status, body } = await client.call(endpoint, options);
      if (status === 0 || status >= 300) throw new Denied(`${endpoint}: ${status} ${body.message}`);
      return body;
    },
    release: async (requests: readonly Request[], notBefore?: number): Promise<Released> => {
      const shuffled = random.shuffled([...requests.entries()]);
      const { answers, within } = await releaseAtOnce(
        addresses,
        shuffled.map(([, request]) => request),
        notBefore,
      );
      const answerOf = new Map(answers.map((answer, position) => [shuffled[position]?.[0], answer]));
      return { within, answers: requests.flatMap((_request, index) => answerOf.get(index) ?? []) };
    },
  };
}
