import { expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/states.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../../tools/invariants.ts';

/** Of what the product promises; of the rest a few. */
const manyRounds = 100;
const fewRounds = 25;

onEachEngine('An order that several change at once ends as if they had come one after another, when it is', (shop) => {
  const cancel: Actor = ({ anna, order }) => [
    () => shop.call('cancelOrder', { token: anna.token, params: { id: order.id } }),
  ];
  const modify =
    (choose: (scene: Scene) => Listing[]): Actor =>
    (scene) => {
      const items = choose(scene).map((piece) => ({ listingId: piece.id }));
      const change = { token: scene.anna.token, params: { id: scene.order.id }, body: { items } };
      return [() => shop.call('updateOrder', change)];
    };
  const set =
    (status: OrderStatus): Actor =>
    ({ admin, order }) => [
      () => shop.call('setOrderStatus', { token: admin.token, params: { id: order.id }, body: { status } }),
    ];
  const buyByAnother =
    (choose: (scene: Scene) => Listing): Actor =>
    (scene) => {
      const { id, price } = choose(scene);
      const { token } = scene.ben;
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

  const toCarp = modify(({ carp }) => [carp]);
  const addCarp = modify(({ moon, carp }) => [moon, carp]);
  const addPond = modify(({ moon, pond }) => [moon, pond]);

  it('cancelled twice', () => meet(shop, [cancel, cancel], manyRounds));
  it('cancelled and modified', () => meet(shop, [cancel, addCarp], manyRounds));
  it('modified twice', () => meet(shop, [toCarp, addPond], manyRounds));
  it('modified to have a piece that another buys', () =>
    meet(shop, [addCarp, buyByAnother(({ carp }) => carp)], manyRounds));
  it('modified to give up a piece that another buys', () =>
    meet(shop, [toCarp, buyByAnother(({ moon }) => moon)], fewRounds));
  it('cancelled while another buys its piece', () => meet(shop, [cancel, buyByAnother(({ moon }) => moon)], fewRounds));
  it('cancelled while the shop ships it', () => meet(shop, [cancel, set('shipped')], manyRounds));
  it('cancelled, modified and shipped', () => meet(shop, [cancel, toCarp, set('shipped')], fewRounds));
});

/** Anna has bought the moon; the carp and the pond are there for all. */
interface Scene {
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

/** What one does with the order, one step after the other. */
type Actor = (scene: Scene) => readonly (() => Promise<Answer>)[];

const nothingToDo: Answer = { status: 0, body: {} };

/**
 * First the actors' steps are played one after another, in every order there is: that gives the outcomes that are right. Then
 * they are played at once, round after round: each outcome must be one of those, and the database sound, also meanwhile.
 */
async function meet(shop: TestShop, actors: readonly Actor[], rounds: number): Promise<void> {
  const people = { anna: await shop.customer('Anna'), ben: await shop.customer('Ben'), admin: await shop.admin() };
  const soundness = () => checkInvariants(shop.shop.database.read, shop.shop.clock());

  const right = new Set<string>();
  const lengths = await setScene(shop, people).then((scene) => actors.map((actor) => actor(scene).length));
  for (const turns of turnsOf(lengths)) {
    const scene = await setScene(shop, people);
    const waiting = actors.map((actor) => [...actor(scene)]);
    const answers: Answer[][] = actors.map(() => []);
    for (const turn of turns) {
      const step = waiting[turn]?.shift();
      if (step) answers[turn]?.push(await step());
    }
    right.add(await outcomeOf(shop, scene, answers));
  }
  expect(await soundness()).toEqual([]);

  for (let round = 0; round < rounds; round += 1) {
    const scene = await setScene(shop, people);
    const playing = actors.map((actor, position) => play(actor(scene), Math.floor(round / 6 ** position) % 6));
    const [meanwhile, ...answers] = await Promise.all([soundness(), ...playing]);
    expect(meanwhile).toEqual([]);
    expect([...right]).toContain(await outcomeOf(shop, scene, answers));
    expect(await soundness()).toEqual([]);
  }
}

/** The same names every time, so that the outcomes of two scenes compare. */
async function setScene(shop: TestShop, people: Pick<Scene, 'anna' | 'ben' | 'admin'>): Promise<Scene> {
  const [moon, carp, pond] = await Promise.all([
    shop.piece('Moon', { price: 100 }),
    shop.piece('Carp', { price: 40 }),
    shop.piece('Pond', { price: 75.5 }),
  ]);
  return { ...people, moon, carp, pond, order: await shop.buy(people.anna, moon) };
}

/** `delay`: turns of the event loop before the first step, which make now this one the first and now that one. */
async function play(steps: ReturnType<Actor>, delay: number): Promise<Answer[]> {
  for (let turn = 0; turn < delay; turn += 1) await new Promise(setImmediate);
  const answers: Answer[] = [];
  for (const step of steps) answers.push(await step());
  return answers;
}

/** Everything that anybody could see of it afterwards, but moments and ids. */
async function outcomeOf(shop: TestShop, scene: Scene, answers: readonly (readonly Answer[])[]): Promise<string> {
  const { anna, order, moon, carp, pond } = scene;
  const seen = (await shop.call('getOrder', { token: anna.token, params: { id: order.id } })).body.order;
  const listings = await Promise.all([moon, carp, pond].map(({ id }) => shop.call('getListing', { params: { id } })));
  return JSON.stringify({
    answers: answers.map((given) => given.map(({ status, body }) => [status, body.message])),
    order: [seen.status, seen.totalPrice],
    items: seen.items.map(({ price, listing }) => [listing.name, price]),
    payments: seen.payments.map(({ kind, amount }) => [kind, amount]),
    history: seen.history.map(({ what, by }) => [what, by]),
    pieces: listings.map(({ body }) => [body.listing.name, body.listing.status, body.listing.reserved]),
  });
}

/** Every way in which actors with so many steps can take turns, as the actors' positions: [1, 1] gives [0, 1] and [1, 0]. */
function turnsOf(lengths: readonly number[]): number[][] {
  if (lengths.every((length) => length === 0)) return [[]];
  return lengths.flatMap((length, actor) =>
    length === 0 ? [] : turnsOf(lengths.with(actor, length - 1)).map((turns) => [actor, ...turns]),
  );
}
