import { isGranted, type RaceRecord } from './record.ts';
import type { Person, Stage } from './stage.ts';

/** Each demotion, so that two of them meet. */
const timesAsked = 3;

/** The only two admins take each other's rights, or their own, or both, at the same instant: one of them stays. */
export async function demoteAtOnce(stage: Stage, record: RaceRecord, size: { rounds: number }): Promise<void> {
  const { admin } = stage;
  const [other] = stage.cast(1);
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
    stage.request(by, 'POST', `/admin/users/${of.id}/admin`, { isAdmin });
  await stage.ask(set(admin, other, true));

  for (let round = 1; round <= size.rounds; round += 1) {
    const { name, demotions } = stage.random.pick(kinds);
    const requests = demotions.flatMap(([by, of]) => Array.from({ length: timesAsked }, () => set(by, of, false)));
    const race = `two admins demote ${name}, round ${round}`;
    const { answers } = await stage.release(requests);
    record.answered(race, answers, [200, 403, 409]);
    const checks = await stage.release([admin, other].map((person) => stage.request(person, 'GET', '/admin/check')));
    const [isAdmin, isOtherAdmin] = checks.answers.map(isGranted);
    record.winners(race, Number(isAdmin) + Number(isOtherAdmin));
    if (isAdmin) await stage.ask(set(admin, other, true));
    else if (isOtherAdmin) await stage.ask(set(other, admin, true));
    else break;
  }
  record.figure({ what: 'rounds of two admins demoting each other', measured: size.rounds });
}

const onDevice = 8;

/** Two devices of one person bring their carts at the same instant: the account has each piece of both, once. */
export async function mergeCarts(stage: Stage, record: RaceRecord, size: { rounds: number }): Promise<void> {
  const pieces = await stage.pieces('Lantern', 12);
  for (let round = 1; round <= size.rounds; round += 1) {
    const [person] = stage.cast(1);
    if (!person) throw new Error('nobody is there');
    const devices = [person, { ...person, token: person.otherToken }];
    await stage.ask(stage.request(person, 'DELETE', '/cart/clear'));
    const brought = devices.map((device) => ({
      device,
      ids: stage.random
        .shuffled(pieces)
        .slice(0, onDevice)
        .map(({ id }) => id),
    }));
    const { answers } = await stage.release(
      brought.flatMap(({ device, ids }) =>
        ids.map((listingId) => stage.request(device, 'POST', '/cart/add', { listingId })),
      ),
    );
    record.answered(`two devices, round ${round}`, answers, [200]);
    const union = [...new Set(brought.flatMap(({ ids }) => ids))].sort();
    for (const device of devices) {
      const { said } = await stage.ask(stage.request(device, 'GET', '/cart'));
      const seen = (said.cartItems ?? []).map(({ listingId }) => listingId).sort();
      if (seen.join() !== union.join())
        record.broken(`two devices, round ${round}: the cart has ${seen.join()} instead of ${union.join()}.`);
    }
  }
  record.figure({ what: 'carts merged from two devices', measured: size.rounds });
}
