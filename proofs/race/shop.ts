import { join } from 'node:path';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { EndpointName } from '#contract/api.ts';
import type { ApiAnswer, FieldsOfReply } from '#server/testing/api-client.ts';
import { createHttpClient, type Transfer } from '#server/testing/http-client.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import { type Person, send } from '../load/actions.ts';
import { createFixture, type Fixture } from '../load/fixture.ts';
import type { Run } from '../proof.ts';
import type { RaceRecord } from './record.ts';
import { checkOut, confirm, type Listing, price, type Request, requestBy } from './requests.ts';

/** A request without competitors was refused: the races cannot go on. */
class Denied extends Error {}

const processCount = { sqlite: 1, postgres: 4 };

/** Opens a shop with `people` customers, runs `work` with it, and checks the invariants at the end. */
export async function withRaceShop(
  run: Run,
  record: RaceRecord,
  { name, people, settings }: { name: string; people: number; settings?: Readonly<Record<string, string>> },
  work: (shop: RaceShop) => Promise<void>,
): Promise<void> {
  const place = { databaseUrl: await run.newDatabase(), directory: join(run.directory, name), seed: run.seed };
  const fixture = await createFixture({ ...place, people, pieces: 0 });
  await using stack = new AsyncDisposableStack();
  const opening = Array.from({ length: processCount[run.engine] }, async () =>
    stack.use(await fixture.open(settings && { settings })),
  );
  // Waits for all processes, so that all that opened are closed again. The next line throws if one could not open.
  await Promise.allSettled(opening);
  const addresses = (await Promise.all(opening)).map(({ address }) => address);
  const shop = raceShopOf(fixture, addresses, record);
  try {
    await work(shop);
    await shop.checkInvariants('at the end');
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    record.broken(`The races could not go on: ${error.message}`);
  }
}

/** An open shop and the people in it. On SQLite it is one process, on PostgreSQL four. */
export type RaceShop = ReturnType<typeof raceShopOf>;

function raceShopOf(fixture: Fixture, addresses: readonly string[], record: RaceRecord) {
  const { random, admin, database } = fixture;
  /** Sends one request without competitors. Throws Denied if it is refused. */
  const call = async <Name extends EndpointName>(request: Request<Name>): Promise<FieldsOfReply<Name>> => {
    using client = createHttpClient(random.pick(addresses));
    const { status, body } = await client.call(request.endpoint, request.options);
    if (status === 0 || status >= 300) throw new Denied(`${request.endpoint}: ${status} ${body.message}`);
    return body;
  };
  const pieces = async (title: string, count: number, { unique } = { unique: true }): Promise<Listing[]> => {
    const added = Array.from({ length: count }, (_, index) =>
      call(requestBy(admin, 'addProduct', { body: { name: `${title} ${index + 1}`, price, unique } })),
    );
    return (await Promise.all(added)).map(({ product }) => product);
  };
  return {
    random,
    admin,
    record,
    database,
    addresses,
    call,
    pieces,
    person: () => random.pick(fixture.people),
    /** Chooses `count` different people at random, never the admin. */
    choosePeople: (count: number) => random.shuffled(fixture.people).slice(0, count),
    async piece(title: string): Promise<Listing> {
      const { product } = await call(requestBy(admin, 'addProduct', { body: { name: title, price } }));
      return product;
    },
    /** Checks out and pays, without competitors. Returns the order's id. */
    async buy(person: Person, listings: readonly Listing[]): Promise<string> {
      const { orderId } = await call(checkOut(person, listings));
      await call(confirm(person, { orderId }, listings));
      return orderId;
    },
    /**
     * Sends all requests at once, in random order, no earlier than `notBefore` (epoch milliseconds). An answer with a status that is not
     * `expected` is a violation, whose sentence begins with `race`.
     */
    async release(
      race: string,
      requests: readonly Request[],
      { expected = [200, 201, 409], notBefore = 0 }: { expected?: readonly number[]; notBefore?: number } = {},
    ): Promise<Released> {
      const order = random.shuffled([...requests.keys()]);
      const shuffled = order.flatMap((index) => requests[index] ?? []);
      const { answers, within } = await releaseAtOnce(addresses, shuffled, notBefore);
      record.answered(race, answers, expected);
      return { within, answers: requests.flatMap((_request, index) => answers[order.indexOf(index)] ?? []) };
    },
    checkInvariants: async (race: string) =>
      record.broken(...(await checkDatabase(database)).map((sentence) => `${race}: ${sentence}`)),
  };
}

export type Answer = ApiAnswer & Transfer;

interface Released {
  /** In the order of the requests. A request without an answer has the status 0. */
  answers: Answer[];
  /** Milliseconds from the first released byte to the last. */
  within: number;
}

/** How many sockets connect at the same time. A server's queue of new sockets is limited, with Node to 511. */
const connectingAtOnce = 200;
/** The longest wait for an answer, milliseconds. */
const timeout = 120_000;

/**
 * Connects a socket for each request and writes all of it but the last byte. When every server has read that far, the last
 * bytes are sent together, no earlier than `notBefore` (epoch milliseconds). The first request goes to the first address,
 * the second to the second, and so on in turn.
 */
async function releaseAtOnce(
  addresses: readonly string[],
  requests: readonly Request[],
  notBefore: number,
): Promise<Released> {
  const gate = Promise.withResolvers<void>();
  const answers: Promise<Answer>[] = [];
  for (let start = 0; start < requests.length; start += connectingAtOnce) {
    const wave = requests.slice(start, start + connectingAtOnce).map(({ endpoint, options }, index) => {
      const written = Promise.withResolvers<void>();
      const beforeLastByte = () => {
        written.resolve();
        return gate.promise;
      };
      const address = addresses[(start + index) % addresses.length] ?? '';
      const client = createHttpClient(address, { timeout, beforeLastByte });
      // Without a body there would be no last byte to hold back.
      const answer = send(client, { endpoint, options: { body: {}, ...options } }).finally(client.close);
      answers.push(answer);
      return Promise.race([written.promise, answer]);
    });
    await Promise.all(wave);
  }
  // A server reads its sockets in turn, so one that answers a later request has read what was sent before.
  await Promise.all(addresses.map((address) => fetch(`${address}/api/health`).then((answer) => answer.text())));
  await pause(Math.max(0, notBefore - Date.now()));
  const releasedAt = performance.now();
  gate.resolve();
  await setImmediate();
  const within = performance.now() - releasedAt;
  return { answers: await Promise.all(answers), within };
}
