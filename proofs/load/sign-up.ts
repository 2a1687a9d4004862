import { toCents } from '#contract/money.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { owner } from '#server/testing/shop-process.ts';
import { emptyAccount } from './account.ts';
import type { Listing, Person } from './actions.ts';
import { createWorker, type Worker } from './workers.ts';

export interface SignedUp {
  admin: Person;
  /** The admin's first. */
  workers: readonly Worker[];
  pieces: readonly Listing[];
}

/** In a running shop that is empty: the owner signs in and adds pieces, customers register. All of it is acknowledged. */
export async function signUp(
  address: string,
  random: SeededRandom,
  counts: { customers: number; pieces: number },
): Promise<SignedUp> {
  using client = createHttpClient(address, { connections: 1 });
  const enter = async (body: { email: string; password: string }): Promise<Worker> => {
    const answer = await client.call('authenticate', { body });
    const { id, name } = answer.body.user;
    const { token } = answer.body;
    const person = { id, token, otherToken: '', email: body.email, password: body.password };
    // Only the shop knows the hash of the password.
    const account = { ...emptyAccount, name, phone: '', passwordHash: '', sessions: 1 };
    const worker = createWorker(person, account);
    const { connection, ordinal } = answer;
    worker.history.push({ account, connection, ordinal, at: performance.now() });
    return worker;
  };
  const first = await enter({ ...{ mode: 'signin' }, ...owner });
  const pieces: Listing[] = [];
  for (let number = 1; number <= counts.pieces; number += 1) {
    const body = { name: `Piece ${number}`, price: 10 + random.below(5_000), unique: number % 4 !== 0 };
    const { product } = (await client.call('addProduct', { token: first.person.token, body })).body;
    pieces.push({ id: product.id, name: product.name, cents: toCents(body.price), isUnique: body.unique });
  }
  const workers = [first];
  for (let number = 1; number <= counts.customers; number += 1) {
    const email = `customer-${number}@example.com`;
    workers.push(await enter({ ...{ mode: 'register', name: `Customer ${number}` }, email, password: 'secret1' }));
  }
  return { admin: first.person, workers, pieces };
}
