import { join } from 'node:path';
import type { EndpointName } from '#contract/api.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import type { CallOptions, FieldsOfReply } from '#server/testing/api-client.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { isWorkDue } from '#server/testing/open-paid-shop.ts';
import { root, type ShopProcess } from '#server/testing/shop-process.ts';
import { type FakeStripe, openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import type { Person, Piece } from '../load/actions.ts';
import { createFixture } from '../load/fixture.ts';
import type { Run } from '../proof.ts';
import { becomesTrue } from '../waiting.ts';
import { audit } from './books.ts';

/** A real shop that is paid at a fake of Stripe, and dies where it is told to. */
export interface MortalShop extends AsyncDisposable {
  stripe: FakeStripe;
  owner: Person;
  newBuyer(): Person;
  newPieces(count: number): Piece[];
  /** Fields are undefined where it was refused or nobody answered. */
  call<Name extends EndpointName>(
    name: Name,
    by: Person,
    options?: CallOptions,
  ): Promise<Partial<FieldsOfReply<Name>> & { status: number }>;
  /** Numbers what the process does from now on; it dies before that step (0: never). Returns the steps so far. */
  dieAt(step: number): Promise<string[]>;
  /** Opens it if it does not run, so much later; it may die at that step of its start or of what waits for it. */
  open(later?: number, dieAt?: number): Promise<void>;
  kill(): Promise<void>;
  /** Resolves when the order is so and nothing is left to do, or when the process is dead; false if neither happens. */
  becomes(order: Wanted): Promise<boolean>;
  isDead(): boolean;
  audit(): Promise<string[]>;
}

export interface Wanted {
  id: string;
  /** Null: the order is deleted. */
  status: string | null;
  /** The state of its attempt. */
  attempt?: string;
  /** Cents in the payments record. */
  kept: number;
}

interface Size {
  name: string;
  people: number;
  passwordHash: string;
}

export async function openMortalShop(run: Run, { name, people, passwordHash }: Size): Promise<MortalShop> {
  const stripe = await openFakeStripe();
  const directory = join(run.directory, name);
  const options = { databaseUrl: await run.newDatabase(), directory, seed: run.seed, passwordHash };
  const fixture = await createFixture({ ...options, people, pieces: 4 * people });
  const buyers = fixture.people.values();
  const pieces = fixture.pieces.filter(({ isUnique }) => isUnique);
  const preloaded = [join(root, 'proofs', 'crash', 'die-at-step.ts'), join(import.meta.dirname, 'later.ts')];
  const nodeOptions = preloaded.flatMap((program) => ['--import', program]);
  let process: ShopProcess | null = null;
  let ahead = 0;
  stripe.clock = () => Date.now() + ahead;
  const address = () => process?.address ?? '';
  const look = <Answer>(work: (reader: Reader) => Promise<Answer>) => readSnapshot(fixture.database, work);
  const shop: MortalShop = {
    stripe,
    owner: fixture.admin,
    newBuyer: () => buyers.next().value ?? neverEnough('people'),
    newPieces: (count) => pieces.splice(0, count),
    async call(endpoint, { token }, options = {}) {
      using client = createHttpClient(address());
      const { status, body } = await client.call(endpoint, { token, ...options });
      return { ...body, status };
    },
    async dieAt(step) {
      using client = createHttpClient(address());
      const { headers } = await client.request('GET', '/api/health', { headers: { 'x-die-at': `all ${step}` } });
      return String(headers['x-steps'] ?? '').split(', ');
    },
    async open(later = 0, dieAt) {
      ahead += later;
      const settings = {
        ...stripe.environment,
        CLOCK_AHEAD: String(ahead),
        ...(dieAt !== undefined && { DIE_AT: String(dieAt) }),
      };
      process = await fixture.open({ nodeOptions, settings }).catch((error: unknown) => {
        if (dieAt) return null;
        throw error;
      });
      stripe.webhooks.to = `${address()}/api/payments/stripe/events`;
    },
    async kill() {
      await process?.kill();
      process = null;
      await stripe.webhooks.settled();
    },
    isDead: () => process === null || process.child.exitCode !== null || process.child.signalCode !== null,
    becomes: (order) =>
      becomesTrue(async () => shop.isDead() || (await look((reader) => isSo(reader, order))), {
        patience: 20_000,
        every: 20,
      }),
    audit: () => look((reader) => audit(reader, stripe, stripe.clock())),
    async [Symbol.asyncDispose]() {
      await process?.stop();
      await stripe.close();
    },
  };
  return shop;
}

async function isSo(reader: Reader, { id, status, attempt, kept }: Wanted): Promise<boolean> {
  const order = await reader.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst();
  const attempts = await reader.selectFrom('payment_attempts').select('state').where('order_id', '=', id).execute();
  const payments = await reader.selectFrom('payments').selectAll().where('order_id', '=', id).execute();
  const sum = payments.reduce((total, row) => total + (row.kind === 'charge' ? 1 : -1) * row.amount_cents, 0);
  if ((order?.status ?? null) !== status || attempts.at(-1)?.state !== attempt || sum !== kept) return false;
  return !(await isWorkDue(reader, Number.MAX_SAFE_INTEGER));
}

function neverEnough(what: string): never {
  throw new Error(`too few ${what} for all steps`);
}
