import { join } from 'node:path';
import { createHttpClient } from '#server/testing/http-client.ts';
import type { ShopProcess } from '#server/testing/shop-process.ts';
import { createFixture } from '../load/fixture.ts';
import type { Run } from '../proof.ts';

/** A real shop process that crashes at a chosen step. */
export type MortalShop = Awaited<ReturnType<typeof createMortalShop>>;

interface MortalOptions {
  name: string;
  people: number;
  /** A regular expression: only steps whose names match it are counted (die-at-step.ts). */
  dieBefore: string;
  /** Modules that are preloaded besides die-at-step.ts. */
  preloaded?: readonly string[];
}

const dieAtStep = join(import.meta.dirname, 'die-at-step.ts');

/** Creates people and listings; `open` starts the process. */
export async function createMortalShop(run: Run, options: MortalOptions) {
  const { name, people, dieBefore, preloaded = [] } = options;
  const place = { databaseUrl: await run.newDatabase(), directory: join(run.directory, name), seed: run.seed };
  const fixture = await createFixture({ ...place, people, pieces: 5 * people });
  const persons = fixture.people.values();
  const listings = fixture.pieces.filter(({ isUnique }) => isUnique).values();
  const nodeOptions = [dieAtStep, ...preloaded].flatMap((program) => ['--import', program]);
  let process: ShopProcess | null = null;
  const address = () => process?.address ?? '';
  return {
    fixture,
    address,
    /** Starts the process. It crashes before step `dieAt` of its start, if there is such a step; 0: never. */
    async open(settings: Readonly<Record<string, string>> = {}, dieAt = 0): Promise<void> {
      const all = { ...settings, DIE_BEFORE: dieBefore, DIE_AT: String(dieAt) };
      process = await fixture.open({ nodeOptions, settings: all }).catch((error: unknown) => {
        if (dieAt) return null;
        throw error;
      });
    },
    /** A person, and pieces, that no earlier trial has used. */
    newPerson: () => nextOf(persons),
    newPieces: (count: number) => Array.from({ length: count }, () => nextOf(listings)),
    /** Counts the steps from one again; the process crashes before `step` (0: never). Returns the names of the steps before this call. */
    async dieAt(step: number): Promise<string[]> {
      using client = createHttpClient(address());
      const { headers } = await client.request('GET', '/api/health', { headers: { 'x-die-at': String(step) } });
      return headers['x-steps'] ? String(headers['x-steps']).split(', ') : [];
    },
    isDead: () => process === null || process.child.exitCode !== null || process.child.signalCode !== null,
    async kill(): Promise<void> {
      await process?.kill();
      process = null;
    },
    [Symbol.asyncDispose]: async () => void (await process?.stop()),
  };
}

function nextOf<Thing>(things: Iterator<Thing>): Thing {
  const { done, value } = things.next();
  if (done) throw new Error('too few people or pieces for all steps');
  return value;
}

/** An operation during which the process crashes. Each method uses new people and pieces. */
export interface Trial {
  /** Runs it without a crash, and returns its steps. */
  record(): Promise<readonly string[]>;
  dieAt(step: number): Promise<{ died: boolean; violations: string[] }>;
}

/** Crashes before each step for which `isTried` is true. Returns the number of crashes; adds to `violations` what was wrong afterwards. */
export async function dieAtEach(
  run: Run,
  what: string,
  { record, dieAt }: Trial,
  violations: string[],
  isTried: (steps: readonly string[], index: number) => boolean = () => true,
): Promise<number> {
  const steps = await record();
  let deaths = 0;
  for (const [index, step] of steps.entries()) {
    if (!isTried(steps, index)) continue;
    const tried = await dieAt(index + 1);
    deaths += tried.died ? 1 : 0;
    const where = `${what}, dead before step ${index + 1} of ${steps.length} (${step}), seed ${run.seed}`;
    violations.push(...tried.violations.map((one) => `${where}: ${one}`));
  }
  run.log(`${what}: died at ${deaths} of ${steps.length} steps`);
  return deaths;
}
