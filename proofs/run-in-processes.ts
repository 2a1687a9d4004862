import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Engine } from '#server/platform/database/database.ts';
import { forEachAtOnce } from './load/at-once.ts';
import type { Outcome, Proof } from './proof.ts';

/** One proof on one engine. */
export interface ProofRun {
  proof: Proof;
  engine: Engine;
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

/** Each in a process of its own; those that measure times or keep every core busy come last and one by one. Results in the order of `runs`. */
export async function runInProcesses(runs: readonly ProofRun[], words: readonly string[]): Promise<ProofResult[]> {
  const results = new Map<ProofRun, ProofResult>();
  const work = async (run: ProofRun) => results.set(run, await runInProcess(run, words));
  await forEachAtOnce(
    runs.filter(({ proof }) => !proof.isAlone),
    atOnce,
    work,
  );
  for (const run of runs) if (run.proof.isAlone) await work(run);
  return runs.flatMap((run) => results.get(run) ?? []);
}

async function runInProcess({ proof: { name }, engine }: ProofRun, words: readonly string[]): Promise<ProofResult> {
  const program = `${import.meta.dirname}/prove.ts`;
  const child = spawn(process.execPath, [program, name, '--engine', engine, '--built', '--json', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const begun = performance.now();
  const ended = once(child, 'close');
  const output = await text(child.stdout);
  const [code] = await ended;
  // Its own `ProofResult`, as the last line, unless it could not run.
  if (code === 0 || code === 1) return JSON.parse(output.trim().split('\n').at(-1) ?? '') as ProofResult;
  return { name, engine, seconds: (performance.now() - begun) / 1000, outcome: null };
}
