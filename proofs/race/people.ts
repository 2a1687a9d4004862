import type { Person } from '../load/actions.ts';
import type { RaceFixture } from './fixture.ts';
import { isGranted, type RaceRecord } from './record.ts';

/** Each demotion, so that two of them meet. */
const timesAsked = 3;

/** The only two admins take each other's rights, or their own, or both, at the same instant: one of them stays. */
export async function demoteAtOnce(fixture: RaceFixture, record: RaceRecord, size: { rounds: number }): Promise<void> {
  const { admin } = fixture;
  const [other] = fixture.choosePeople(1);
  if (!other) throw new Error('nobody is there');
  const kinds = [
    {
      name: 'each other',
      demotions: [
        [admin, other],
        [other, admin],
      ],
    },
    {
      name: 'themselves',
      demotions: [
        [admin, admin],
        [other, other],
      ],
    },
    {
      name: 'both',
      demotions: [
        [admin, other],
        [other, admin],
        [admin, admin],
        [other, other],
      ],
    },
  ] as const;
  const set = (by: Person, of: Person, isAdmin: boolean) =>
    fixture.request(by, 'POST', `/admin/users/${of.id}/admin`, { isAdmin });
  await fixture.send(set(admin, other, true));

  for (let round = 1; round <= size.rounds; round += 1) {
    const { name, demotions } = fixture.random.pick(kinds);
    const requests = demotions.flatMap(([by, of]) => Array.from({ length: timesAsked }, () => set(by, of, false)));
    const race = `two admins demote ${name}, round ${round}`;
    const { answers } = await fixture.release(requests);
    record.answered(race, answers, [200, 403, 409]);
    const checks = await fixture.release(
      [admin, other].map((person) => fixture.request(person, 'GET', '/admin/check')),
    );
    const [isAdmin, isOtherAdmin] = checks.answers.map(isGranted);
    record.winners(race, Number(isAdmin) + Number(isOtherAdmin));
    if (isAdmin) await fixture.send(set(admin, other, true));
    else if (isOtherAdmin) await fixture.send(set(other, admin, true));
    else break;
  }
  record.figure({ what: 'rounds of two admins demoting each other', measured: size.rounds });
}

const onDevice = 8;

/** Two devices of one person bring their carts at the same instant: the account has each piece of both, once. */
export async function mergeCarts(fixture: RaceFixture, record: RaceRecord, size: { rounds: number }): Promise<void> {
  const pieces = await fixture.pieces('Lantern', 12);
  for (let round = 1; round <= size.rounds; round += 1) {
    const [person] = fixture.choosePeople(1);
    if (!person) throw new Error('nobody is there');
    const devices = [person, { ...person, token: person.otherToken }];
    await fixture.send(fixture.request(person, 'DELETE', '/cart/clear'));
    const brought = devices.map((device) => ({
      device,
      ids: fixture.random
        .shuffled(pieces)
        .slice(0, onDevice)
        .map(({ id }) => id),
    }));
    const { answers } = await fixture.release(
      brought.flatMap(({ device, ids }) =>
        ids.map((listingId) => fixture.request(device, 'POST', '/cart/add', { listingId })),
      ),
    );
    record.answered(`two devices, round ${round}`, answers, [200]);
    const union = [...new Set(brought.flatMap(({ ids }) => ids))].sort();
    for (const device of devices) {
      const { reply } = await fixture.send(fixture.request(device, 'GET', '/cart'));
      const seen = (reply.cartItems ?? []).map(({ listingId }) => listingId).sort();
      if (seen.join() !== union.join())
        record.broken(`two devices, round ${round}: the cart has ${seen.join()} instead of ${union.join()}.`);
    }
  }
  record.figure({ what: 'carts merged from two devices', measured: size.rounds });
}
