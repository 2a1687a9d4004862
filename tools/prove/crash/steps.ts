import { join } from 'node:path';
import type { Run } from '../proof.ts';
import { root, type ShopProcess } from '../shop-process.ts';
import type { Act, Person, Piece } from './acts.ts';
import * as acts from './acts.ts';
import { type Belongings, differences } from './belongings.ts';
import { checkAfterStart } from './check.ts';
import { send } from './client.ts';
import { newDrawing, newPicture, type Scene, setScene } from './scene.ts';

export interface StepRecord {
  /** Steps at which the process died, by operation. */
  died: Map<string, number>;
  /** Names of the steps, by operation. */
  steps: Map<string, readonly string[]>;
  violations: string[];
}

/** Somebody new, with three pieces that nobody else wants, up to the request under test. */
type Prepare = (stand: Stand) => Promise<Act>;

interface Stand {
  scene: Scene;
  person: Person;
  pieces: readonly [Piece, Piece, Piece];
  has: Belongings;
  /** Does it, as one that has to succeed. */
  first(act: Act): Promise<Belongings>;
  key: string;
}

const paid = async (stand: Stand) => {
  const { person, pieces, first, key } = stand;
  const waiting = await first(acts.checkOut(person, stand.has, pieces.slice(0, 2), key));
  return first(acts.confirm(person, waiting, lastOrder(waiting), key));
};

const operations: Readonly<Record<string, Prepare>> = {
  hold: async ({ person, has, pieces }) => acts.hold(person, has, pieces),
  checkout: async ({ person, has, pieces, first, key }) => {
    const held = await first(acts.hold(person, has, pieces));
    const before = await first(acts.checkOut(person, held, pieces.slice(0, 1), `${key}-before`));
    return acts.checkOut(person, before, pieces.slice(1), key);
  },
  confirm: async ({ person, has, pieces, first, key }) => {
    const wished = await first(acts.addToCart(person, has, pieces[0]));
    const waiting = await first(acts.checkOut(person, wished, pieces.slice(0, 2), key));
    return acts.confirm(person, waiting, lastOrder(waiting), key);
  },
  cancel: async (stand) => {
    const has = await paid(stand);
    return acts.cancel(stand.person, has, lastOrder(has));
  },
  edit: async (stand) => {
    const has = await paid(stand);
    return acts.edit(stand.person, has, lastOrder(has), stand.pieces.slice(1));
  },
  status: async (stand) => {
    const has = await paid(stand);
    return acts.setStatus(stand.scene.admin, has, lastOrder(has), 'cancelled');
  },
  register: async ({ person, has, key }) => acts.register(person, has, `guest-${key}@load.example`),
  'upload pictures': async ({ scene, has }) =>
    acts.uploadPictures(scene.admin, has, [await newPicture(scene.random), await newPicture(scene.random)]),
  'upload logo': async ({ scene, has }) => acts.uploadLogo(scene.admin, has, newDrawing(scene.random)),
};

const byShopkeeper = ['upload pictures', 'upload logo'];

export interface StepSize {
  operations: readonly string[];
  /** Reading changes nothing, so that dying before it is dying before what comes next. */
  withReads: boolean;
  /** Names of steps, such as `commit`; left out: all of them. */
  only?: readonly string[];
  /** Shops at once. */
  atOnce: number;
}

export const allOperations = Object.keys(operations);

/**
 * The shop dies right before each step of a request: each statement, each change of a file, the answer, and once it has gone. After
 * the next start the request was done or was not; repeated, it is done once.
 */
export async function dieAtEachStep(run: Run, size: StepSize, record: StepRecord): Promise<void> {
  const waiting = [...size.operations];
  const lane = async () => {
    for (let operation = waiting.shift(); operation !== undefined; operation = waiting.shift())
      await dieAtEachStepOf(operation, run, size, record);
  };
  await Promise.all(Array.from({ length: size.atOnce }, lane));
}

const peoplePerOperation = 80;

async function dieAtEachStepOf(operation: string, run: Run, size: StepSize, record: StepRecord): Promise<void> {
  const scene = await setScene({
    databaseUrl: await run.newDatabase(),
    directory: join(run.directory, `steps of ${operation}`),
    seed: run.seed,
    people: peoplePerOperation,
    pieces: 5 * peoplePerOperation,
  });
  const nodeOptions = ['--import', join(root, 'tools', 'prove', 'crash', 'die-at-step.ts')];
  const trial = createTrial(scene, () => scene.open({ nodeOptions }));
  try {
    const steps = await trial.record(operation);
    record.steps.set(operation, steps);
    const tried = [...steps.entries()].filter(
      ([, name]) => (size.withReads || !name.startsWith('select')) && (size.only?.includes(name) ?? true),
    );
    for (const [index, name] of tried) {
      const { died, violations } = await trial.dieAt(operation, name.startsWith('answer') ? name : String(index + 1));
      const where = `${operation}, dead before step ${index + 1} of ${steps.length} (${name}), seed ${run.seed}`;
      record.violations.push(...violations.map((one) => `${where}: ${one}`));
      if (died) record.died.set(operation, (record.died.get(operation) ?? 0) + 1);
    }
    run.say(`${operation}: died at ${record.died.get(operation)} of ${tried.length} steps`);
  } finally {
    await trial.end();
  }
}

function createTrial(scene: Scene, open: () => Promise<ShopProcess>) {
  const people = [...scene.people];
  const unique = scene.pieces.filter((piece) => piece.isUnique);
  let opened: ShopProcess | null = null;
  const shop = async () => {
    opened ??= await open();
    return opened;
  };
  const prepare = async (operation: string) => {
    const { address } = await shop();
    const person = byShopkeeper.includes(operation) ? scene.admin : people.pop();
    const [one, two, three] = unique.splice(0, 3);
    const [has] = person ? await scene.look([person]) : [];
    if (!(person && one && two && three && has)) throw new Error('too few people or pieces for all steps');
    const first = async (act: Act) => {
      const answer = await send(address, act);
      if (!answer || answer.status >= 300) throw new Error(`${act.what}: ${answer?.status} ${answer?.message}`);
      const orders = act.after.orders.map((order) => ({ ...order, id: order.id || (answer.orderId ?? '') }));
      return { ...act.after, orders };
    };
    const key = scene.random.bytes(8).toString('hex');
    const act = await operations[operation]?.({ scene, person, pieces: [one, two, three], has, first, key });
    const [before] = await scene.look([person]);
    if (!act || !before) throw new Error(`${operation} is no operation`);
    return { person, act, before };
  };
  return {
    async record(operation: string): Promise<readonly string[]> {
      const { act } = await prepare(operation);
      const answer = await send((await shop()).address, act, { 'x-die-at': '0' });
      if (!answer?.steps || answer.status >= 300) throw new Error(`${operation}: ${answer?.status} ${answer?.message}`);
      return answer.steps.split(', ');
    },
    /** It lives on where a step is one of the work that goes on after the answer; then the switch is thrown from outside. */
    async dieAt(operation: string, step: string): Promise<{ died: boolean; violations: string[] }> {
      const { person, act, before } = await prepare(operation);
      const dead = await shop();
      const answer = await send(dead.address, act, { 'x-die-at': step });
      await dead.kill();
      opened = null;
      const { address } = await shop();
      const worker = answer ? { person, has: act.after, pending: null } : { person, has: before, pending: act };
      const violations = await checkAfterStart(scene, [worker], address);
      return {
        died: answer === null || step === 'answered',
        violations: [...violations, ...(await repeat(address, person, act, before))],
      };
    },
    end: async () => void (await opened?.stop()),
  };

  async function repeat(address: string, person: Person, act: Act, before: Belongings): Promise<string[]> {
    const [found] = await scene.look([person]);
    const isDone = found !== undefined && differences(before, found, before).length > 0;
    const answer = await send(address, act);
    const isRight =
      answer &&
      (isDone ? answer.status === (act.again ?? answer.status) && answer.status !== 500 : answer.status < 300);
    const [after] = await scene.look([person]);
    const wrong = after ? differences(act.after, after, before) : ['nothing'];
    return [
      ...(isRight
        ? []
        : [`repeated ${isDone ? 'though done' : 'as it was not done'}, it was answered ${answer?.status}`]),
      ...wrong.map((one) => `repeated, it is not done once: ${one}`),
    ];
  }
}

function lastOrder(has: Belongings) {
  const order = has.orders.at(-1);
  if (!order) throw new Error('there is an order');
  return order;
}
