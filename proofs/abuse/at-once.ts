import type { ApiClient } from '#server/testing/api-client.ts';
import { atMost, type Outcome } from '../proof.ts';
import { addListings, at, by, idsOf, register, tryToRegister } from './visitors.ts';

/** Asks for more than each limit allows, with all calls at once and through every process. Exactly the limit must be granted. */
export async function limitsAtOnce(clients: readonly ApiClient[], admin: string): Promise<Outcome> {
  const [client] = clients;
  if (!client) throw new Error('there is no process');
  const through = (index: number) => clients[index % clients.length] ?? client;
  const granted = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).filter(({ status }) => status < 300).length;

  const listings = await addListings(client, admin, { name: 'At once', count: 40 });
  const ids = idsOf(listings);
  const hold = (index: number, visitor: Parameters<typeof by>[0], id: string) =>
    through(index).call('holdPieces', { ...by(visitor), body: { listingIds: [id] } });
  const alone = await register(client, 'Alone', '10.2.1.1');
  const ofAccount = await granted(ids.slice(0, 12).map((id, index) => hold(index, alone, id)));
  await client.call('releaseHolds', by(alone));
  const registered = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => register(client, `Crowd ${number}`, `10.2.2.${number}`));
  const crowd = (await Promise.all(registered)).map((visitor) => ({ ...visitor, from: '10.2.3.1' }));
  const ofAddress = await granted(
    crowd.flatMap((visitor, number) =>
      ids.slice(number * 5, number * 5 + 5).map((id, index) => hold(index, visitor, id)),
    ),
  );
  const newcomers = await granted(
    Array.from({ length: 30 }, (_, index) => tryToRegister(through(index), `Newcomer ${index}`, '10.2.4.1')),
  );
  const guess = { mode: 'signin', email: alone.email, password: 'a guess' };
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      through(index).call('authenticate', { body: guess, headers: at('10.2.5.1') }),
    ),
  );
  const judged = guesses.filter(({ status }) => status === 401).length;
  const figures = [
    atMost(5, 'holds granted to a new account that asks for 12 at once', ofAccount),
    atMost(20, 'holds granted to eight accounts at one address that ask for 40 at once', ofAddress),
    atMost(20, 'registrations granted to one address that asks for 30 at once', newcomers),
    atMost(10, 'passwords checked of 15 that are guessed at once', judged),
  ];
  // Less than the limit is a violation too, because honest people would notice it.
  const violations = figures.flatMap(({ what, measured, wanted }) =>
    wanted && 'atMost' in wanted && measured < wanted.atMost ? [`${what}: only ${measured}`] : [],
  );
  return { figures, violations };
}
