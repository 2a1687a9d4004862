import { setImmediate } from 'node:timers/promises';
import { newUserRow } from '#server/features/accounts/accounts.ts';
import type { PasswordHasher } from '#server/features/accounts/password-hasher.ts';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import type { Mailer } from '#server/features/mail/mail.ts';
import { deleteAllRows } from '#server/testing/databases.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { placeInMemory, type Run } from '../proof.ts';
import { epoch, Labels } from './labels.ts';
import { firstAdmin, rightPassword } from './model.ts';

/** The shop's real rules over a real database; the simulation decides on time, ids and the order of transactions. */
export type SimulatedShop = Awaited<ReturnType<typeof openSimulatedShop>>;

export async function openSimulatedShop(run: Run) {
  let [now, random, isMixed, labels] = [0, createRandom(run.seed), false, new Labels()];
  const clock = () => epoch + now;
  const randomBytes = (count: number) => random.bytes(count);
  const open = await openTestShop({
    ...(await placeInMemory(run)),
    environment: { CARD_KEY: '0'.repeat(64), RATE_LIMITS: 'off' },
    clock,
    randomBytes,
    replace: ({ database }) => ({
      passwords: plainPasswords,
      mailer: noMail,
      database: {
        ...database,
        async write(work) {
          if (isMixed) for (let turns = random.below(6); turns > 0; turns -= 1) await setImmediate();
          return database.write(work);
        },
      },
    }),
  });
  const { database } = open.shop;
  // A listener writes to the socket of a request, and these requests come without sockets.
  open.app.server.removeAllListeners('clientError');
  return {
    call: open.call,
    database,
    labels: () => labels,
    /** Removes everything but the first admin. What happens from now on depends on the seed alone. */
    async clear(seed: number): Promise<void> {
      [now, random, isMixed, labels] = [0, createRandom(seed), false, new Labels()];
      const passwordHash = rightPassword;
      const owner = { name: 'Shopkeeper', email: firstAdmin.email, passwordHash, role: 'owner' } as const;
      const admin = newUserRow({ clock, randomBytes }, owner);
      await database.write(async (tx) => {
        await deleteAllRows(tx);
        await tx.insertInto('users').values(admin).execute();
      });
      labels.learn(firstAdmin.label, admin.id);
    },
    /** Sets the shop's clock, milliseconds since the epoch of the simulation. */
    setTime(at: number): void {
      now = at;
    },
    /** `wanted`: from now on each transaction begins after a random number of turns of the event loop; otherwise at once. */
    mixTransactions(wanted: boolean): void {
      isMixed = wanted;
    },
    [Symbol.asyncDispose]: open.close,
  };
}

/** The cost and secrecy of hashing do not matter here. */
const plainPasswords: PasswordHasher = {
  hash: async (password) => password,
  verify: async (password, encoded) => password === encoded,
  inTurn: (_turn, work) => work(),
};

const noMail: Mailer = {
  queueEmail: async () => undefined,
  wake: () => undefined,
  forget: async () => undefined,
  settled: async () => undefined,
  close: async () => undefined,
};
