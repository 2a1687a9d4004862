import type { Person } from '../load/actions.ts';
import { isGranted, requestBy } from './requests.ts';
import type { RaceShop } from './shop.ts';

/** How many copies of each demotion are sent, so that some run at the same moment. */
const timesSent = 3;

/** The only two owners take each other's role, or their own, or both, at once: exactly one of them stays an owner. */
export async function demoteAtOnce(shop: RaceShop, { rounds }: { rounds: number }): Promise<void> {
  const [admin, other] = [shop.admin, shop.person()];
  const eachOther = [
    [admin, other],
    [other, admin],
  ] as const;
  const themselves = [
    [admin, admin],
    [other, other],
  ] as const;
  const kinds = [eachOther, themselves, [...eachOther, ...themselves]];
  const promote = (by: Person, { id }: Person) =>
    requestBy(by, 'setAdmin', { params: { id }, body: { isAdmin: true } });
  const demote = (by: Person, { id }: Person) =>
    shop.random.chance(0.5)
      ? requestBy(by, 'setAdmin', { params: { id }, body: { isAdmin: false } })
      : requestBy(by, 'setRole', { params: { id }, body: { role: 'staff' } });
  await shop.call(promote(admin, other));

  for (let round = 1; round <= rounds; round += 1) {
    const race = `two owners demote each other or themselves, round ${round}`;
    const demotions = shop.random.pick(kinds).map(([by, person]) => demote(by, person));
    const repeated = demotions.flatMap((demotion) => Array.from({ length: timesSent }, () => demotion));
    await shop.release(race, repeated, { expected: [200, 403, 409] });
    const checks = [admin, other].map((person) => requestBy(person, 'listStaff'));
    const { answers } = await shop.release(race, checks, { expected: [200, 403] });
    const [isOwner, isOtherOwner] = answers.map(isGranted);
    shop.record.winners(race, Number(isOwner) + Number(isOtherOwner));
    if (isOwner) await shop.call(promote(admin, other));
    else if (isOtherOwner) await shop.call(promote(other, admin));
    else break;
  }
}

const listingsPerDevice = 8;

/** Two devices of one person add their carts at once: afterwards the account's cart has every piece of both once. */
export async function mergeCarts(shop: RaceShop, { rounds }: { rounds: number }): Promise<void> {
  const listings = await shop.pieces('Lantern', 12);
  for (let round = 1; round <= rounds; round += 1) {
    const race = `two devices, round ${round}`;
    const person = shop.person();
    await shop.call(requestBy(person, 'clearCart'));
    const carts = [person, { ...person, token: person.otherToken }].map((device) => ({
      device,
      wanted: shop.random.shuffled(listings).slice(0, listingsPerDevice),
    }));
    const additions = carts.flatMap(({ device, wanted }) =>
      wanted.map(({ id }) => requestBy(device, 'addToCart', { body: { listingId: id } })),
    );
    await shop.release(race, additions, { expected: [200] });
    const union = new Set(carts.flatMap(({ wanted }) => wanted.map(({ id }) => id)));
    for (const { device } of carts) {
      const { cartItems } = await shop.call(requestBy(device, 'getCart'));
      const found = cartItems.map(({ listingId }) => listingId);
      if (found.toSorted().join() !== [...union].toSorted().join())
        shop.record.broken(`${race}: the cart has ${found.join()} instead of ${[...union].join()}.`);
    }
  }
}
