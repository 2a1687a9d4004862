import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Engine } from '#server/database/database.ts';
import type { Outcome, Proof } from './proof.ts';

/** One proof on one engine. */
export interface Trial {
  proof: Proof;
  engine: Engine;
}

export interface TrialOptions {
  seed: number;
  isShort: boolean;
}

export interface Tried {
  name: string;
  engine: Engine;
  seconds: number;
  /** Null: it could not be tried; why, it has said. */
  outcome: Outcome | null;
}

/** A proof keeps about one core busy. */
const lanes = 2;

/** Each in a process of its own; those that measure times have the machine to themselves in the end. In the order of `trials`. */
export async function tryInLanes(trials: readonly Trial[], options: TrialOptions): Promise<Tried[]> {
  const tried = new Map<Trial, Tried>();
  const work = async (waiting: Trial[]) => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) tried.set(trial, await tryApart(trial, options));
  };
  const together = trials.filter(({ proof }) => !proof.isAlone);
  await Promise.all(Array.from({ length: lanes }, () => work(together)));
  await work(trials.filter(({ proof }) => proof.isAlone));
  return trials.flatMap((trial) => tried.get(trial) ?? []);
}

async function tryApart({ proof, engine }: Trial, { seed, isShort }: TrialOptions): Promise<Tried> {
  const program = join(import.meta.dirname, '..', 'prove.ts');
  const words = [proof.name, '--engine', engine, '--seed', String(seed), '--built', '--json'];
  const child = spawn(process.execPath, [program, ...words, ...(isShort ? ['--short'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const begun = performance.now();
  const ended = once(child, 'close');
  const said = await text(child.stdout);
  const [code] = await ended;
  // Its own `Tried`, as the last line, unless it could not be tried.
  if (code === 0 || code === 1) return JSON.parse(said.trim().split('\n').at(-1) ?? '') as Tried;
  return { name: proof.name, engine, seconds: (performance.now() - begun) / 1000, outcome: null };
}
