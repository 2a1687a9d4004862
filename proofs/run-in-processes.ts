import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Engine } from '#server/platform/database/database.ts';
import { root } from '#server/testing/shop-process.ts';
import { forEachAtOnce } from './load/at-once.ts';
import type { Outcome, Proof } from './proof.ts';

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

const atOnce = 2;

/**
 * Runs each proof in a process of its own, two at a time; those that measure times or keep every core busy run alone afterwards. `args`:
 * further arguments of prove.ts. The results are in the order of `runs`.
 */
export async function runInProcesses(runs: readonly ProofRun[], args: readonly string[]): Promise<ProofResult[]> {
  const results = new Map<ProofRun, ProofResult>();
  const work = async (run: ProofRun) => results.set(run, await runInProcess(run.proof.name, run.engine, args));
  await forEachAtOnce(
    runs.filter(({ proof }) => !proof.isAlone),
    atOnce,
    work,
  );
  for (const run of runs) if (run.proof.isAlone) await work(run);
  return runs.flatMap((run) => results.get(run) ?? []);
}

/** Runs one proof in a process of its own. `options`: of that process, which is handed to `started` as soon as it exists. */
export async function runInProcess(
  name: string,
  engine: Engine,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'detached' | 'timeout' | 'env'> = {},
  started: (child: ChildProcess) => void = () => undefined,
): Promise<ProofResult> {
  const child = spawn(process.execPath, ['proofs/prove.ts', name, '--engine', engine, '--built', '--json', ...args], {
    cwd: root,
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started(child);
  const begun = performance.now();
  const ended = once(child, 'close');
  const output = await text(child.stdout);
  const [code] = await ended;
  // With these exit codes the last line of its output is the `ProofResult`.
  if (code === 0 || code === 1) return JSON.parse(output.trim().split('\n').at(-1) ?? '') as ProofResult;
  return { name, engine, seconds: (performance.now() - begun) / 1000, outcome: null };
}
