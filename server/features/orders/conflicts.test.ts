import { expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/states.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

/**
 * How often changes run concurrently in a test: less often on SQLite, where transactions run one after the other. The race proof
 * (proofs/race/) repeats such changes more often.
 */
const roundsOn = { sqlite: 2, postgres: 4 };

onEachEngine('Concurrent changes have the same outcome as some sequence of them when an order is', (shop) => {
  const cancel: Actor = ({ anna, order }) => [
    () => shop.call('cancelOrder', { token: anna.token, params: { id: order.id } }),
  ];
  const modify =
    (choose: (scenario: Scenario) => Listing[]): Actor =>
    (scenario) => {
      const items = choose(scenario).map(({ id: listingId, price }) => ({ listingId, price }));
      const change = { token: scenario.anna.token, params: { id: scenario.order.id }, body: { items } };
      return [() => shop.call('updateOrder', change)];
    };
  const set =
    (status: OrderStatus): Actor =>
    ({ admin, order }) => [
      () => shop.call('setOrderStatus', { token: admin.token, params: { id: order.id }, body: { status } }),
    ];
  const buyAs =
    (choose: (scenario: Scenario) => Listing): Actor =>
    (scenario) => {
      const { id, price } = choose(scenario);
      const { token } = scenario.ben;
      let orderDate: string | undefined;
      const checkOut = async () => {
        const answer = await shop.call('createCheckout', { token, body: { items: [{ listingId: id, price }] } });
        if (answer.status < 300) orderDate = answer.body.orderDate;
        return answer;
      };
      const confirm = async () =>
        orderDate === undefined
          ? nothingToDo
          : shop.call('confirmPayment', { token, body: { orderDate, listingIds: [id] } });
      return [checkOut, confirm];
    };

  const replaceMoonByCarp = modify(({ carp }) => [carp]);
  const addCarp = modify(({ moon, carp }) => [moon, carp]);
  const addPond = modify(({ moon, pond }) => [moon, pond]);

  it('cancelled twice', () => compareOutcomes(shop, [cancel, cancel]));
  it('cancelled and modified', () => compareOutcomes(shop, [cancel, addCarp]));
  it('modified twice', () => compareOutcomes(shop, [replaceMoonByCarp, addPond]));
  it('modified to add a piece that another customer buys', () =>
    compareOutcomes(shop, [addCarp, buyAs(({ carp }) => carp)]));
  it('modified to remove a piece that another customer buys', () =>
    compareOutcomes(shop, [replaceMoonByCarp, buyAs(({ moon }) => moon)]));
  it('cancelled while another customer buys its piece', () =>
    compareOutcomes(shop, [cancel, buyAs(({ moon }) => moon)]));
  it('cancelled and set to shipped', () => compareOutcomes(shop, [cancel, set('shipped')]));
  it('cancelled, modified and set to shipped', () =>
    compareOutcomes(shop, [cancel, replaceMoonByCarp, set('shipped')]));
});

/** Anna has bought `moon`; `carp` and `pond` are available. */
interface Scenario {
  anna: Person;
  ben: Person;
  admin: Person;
  order: Order;
  moon: Listing;
  carp: Listing;
  pond: Listing;
}

interface Answer {
  status: number;
  body: { message?: string };
}

/** The requests that one person sends, one after another. */
type Actor = (scenario: Scenario) => readonly (() => Promise<Answer>)[];

const nothingToDo: Answer = { status: 0, body: {} };

/**
 * Runs the actors' steps sequentially in every possible order to collect the correct outcomes. Then runs the actors
 * concurrently, round after round: each outcome must be one of those, and the invariants hold during each round and at the end.
 */
async function compareOutcomes(shop: TestShop, actors: readonly Actor[]): Promise<void> {
  const people = { anna: await shop.customer('Anna'), ben: await shop.customer('Ben'), admin: await shop.admin() };
  const violations = () => checkInvariants(shop.shop.database.read, shop.shop.clock());

  const expected = new Set<string>();
  const first = await createScenario(shop, people);
  for (const [number, turns] of interleavings(actors.map((actor) => actor(first).length)).entries()) {
    const scenario = number === 0 ? first : await createScenario(shop, people);
    const remaining = actors.map((actor) => [...actor(scenario)]);
    const answers: Answer[][] = actors.map(() => []);
    for (const turn of turns) {
      const step = remaining[turn]?.shift();
      if (step) answers[turn]?.push(await step());
    }
    expected.add(await outcomeOf(shop, scenario, answers));
  }
  expect(await violations()).toEqual([]);

  for (let round = 1; round <= roundsOn[shop.engine]; round += 1) {
    const scenario = await createScenario(shop, people);
    // The first of two actors begins one turn earlier, two later, one later and together with the second.
    const running = actors.map((actor, position) => run(actor(scenario), (round * (position + 1)) % 4));
    const [during, ...answers] = await Promise.all([violations(), ...running]);
    expect(during).toEqual([]);
    expect([...expected]).toContain(await outcomeOf(shop, scenario, answers));
  }
  expect(await violations()).toEqual([]);
}

/** Uses the same names every time, so that the outcomes of two scenarios can be compared. */
async function createScenario(shop: TestShop, people: Pick<Scenario, 'anna' | 'ben' | 'admin'>): Promise<Scenario> {
  const [moon, carp, pond] = await Promise.all([
    shop.listing('Moon', { price: 100 }),
    shop.listing('Carp', { price: 40 }),
    shop.listing('Pond', { price: 75.5 }),
  ]);
  return { ...people, moon, carp, pond, order: await shop.buy(people.anna, moon) };
}

/** `delay`: turns of the event loop before the first step, so that the rounds differ in who comes first. */
async function run(steps: ReturnType<Actor>, delay: number): Promise<Answer[]> {
  for (let turn = 0; turn < delay; turn += 1) await new Promise(setImmediate);
  const answers: Answer[] = [];
  for (const step of steps) answers.push(await step());
  return answers;
}

/** Everything that people can see after the changes, except times and ids, as JSON. */
async function outcomeOf(shop: TestShop, scenario: Scenario, answers: readonly (readonly Answer[])[]): Promise<string> {
  const { anna, order, moon, carp, pond } = scenario;
  const seen = (await shop.call('getOrder', { token: anna.token, params: { id: order.id } })).body.order;
  const listings = await Promise.all([moon, carp, pond].map(({ id }) => shop.call('getListing', { params: { id } })));
  return JSON.stringify({
    answers: answers.map((responses) => responses.map(({ status, body }) => [status, body.message])),
    order: [seen.status, seen.totalPrice],
    items: seen.items.map(({ price, listing }) => [listing.name, price]),
    payments: seen.payments.map(({ kind, amount }) => [kind, amount]),
    history: seen.history.map(({ what, by }) => [what, by]),
    pieces: listings.map(({ body }) => [body.listing.name, body.listing.status, body.listing.reserved]),
  });
}

/** Every interleaving of actors with so many steps each, as positions of actors: [1, 1] gives [0, 1] and [1, 0]. */
function interleavings(lengths: readonly number[]): number[][] {
  if (lengths.every((length) => length === 0)) return [[]];
  return lengths.flatMap((length, actor) =>
    length === 0 ? [] : interleavings(lengths.with(actor, length - 1)).map((turns) => [actor, ...turns]),
  );
}
