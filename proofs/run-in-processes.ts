import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Engine } from '#server/platform/database/database.ts';
import type { Outcome, Proof } from './proof.ts';

/** One proof on one engine. */
export interface ProofRun {
  proof: Proof;
  engine: Engine;
}

export interface ProofRunOptions {
  seed: number;
  isShort: boolean;
}

export interface ProofResult {
  name: string;
  engine: Engine;
  seconds: number;
  /** Null: the proof could not run; it has printed why. */
  outcome: Outcome | null;
}

/** A proof keeps about one core busy. */
const atOnce = 2;

/** Each in a process of its own; those that measure times come last and one by one. Results in the order of `runs`. */
export async function runInProcesses(runs: readonly ProofRun[], options: ProofRunOptions): Promise<ProofResult[]> {
  const results = new Map<ProofRun, ProofResult>();
  const work = async (waiting: ProofRun[]) => {
    for (let run = waiting.shift(); run; run = waiting.shift()) results.set(run, await runInProcess(run, options));
  };
  const together = runs.filter(({ proof }) => !proof.isAlone);
  await Promise.all(Array.from({ length: atOnce }, () => work(together)));
  await work(runs.filter(({ proof }) => proof.isAlone));
  return runs.flatMap((run) => results.get(run) ?? []);
}

async function runInProcess({ proof, engine }: ProofRun, { seed, isShort }: ProofRunOptions): Promise<ProofResult> {
  const program = join(import.meta.dirname, 'prove.ts');
  const words = [proof.name, '--engine', engine, '--seed', String(seed), '--built', '--json'];
  const child = spawn(process.execPath, [program, ...words, ...(isShort ? ['--short'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const begun = performance.now();
  const ended = once(child, 'close');
  const output = await text(child.stdout);
  const [code] = await ended;
  // Its own `ProofResult`, as the last line, unless it could not run.
  if (code === 0 || code === 1) return JSON.parse(output.trim().split('\n').at(-1) ?? '') as ProofResult;
  return { name: proof.name, engine, seconds: (performance.now() - begun) / 1000, outcome: null };
}
