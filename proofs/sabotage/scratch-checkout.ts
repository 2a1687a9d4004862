import { type ChildProcess, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';
import { isKept, isMet } from '../proof.ts';
import { runInProcess } from '../run-in-processes.ts';
import type { Sabotage } from './sabotages.ts';

export interface Verdict {
  /** `broken`: the patch does not apply or the proof could not run, so nothing was tried. */
  is: 'red' | 'green' | 'broken';
  /** The first violation, or why the proof could not run. */
  because: string;
  seconds: number;
}

/** The longest time for one short form, milliseconds. */
const timeout = 240_000;

/** A copy of the working tree in which sabotages are applied. */
export function createScratchCheckout() {
  const directory = mkdtempSync(join(tmpdir(), 'lacquer-sabotage-'));
  copyWorkingTree(directory);
  let running: ChildProcess | null = null;
  const gitDirectory = execFileSync('git', ['rev-parse', '--absolute-git-dir'], { cwd: root, encoding: 'utf8' }).trim();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, encoding: 'utf8', stdio: 'pipe' });
  return {
    /** Runs the short form of the proof with the patch, or without any. */
    async run({ proof, engine }: Pick<Sabotage, 'proof' | 'engine'>, sabotage: Sabotage | null): Promise<Verdict> {
      const begun = performance.now();
      const seconds = () => (performance.now() - begun) / 1_000;
      try {
        if (sabotage) git('apply', sabotage.patch);
      } catch (error) {
        return { is: 'broken', because: String(error), seconds: seconds() };
      }
      try {
        const env = { ...process.env, GIT_DIR: gitDirectory };
        const options = { cwd: directory, detached: true, timeout, env };
        const { outcome, seconds: took } = await runInProcess(proof, engine, ['--short'], options, (child) => {
          running = child;
        });
        if (!outcome) return { is: 'broken', because: 'it has printed why it could not run', seconds: took };
        const unmet = outcome.figures.filter((figure) => !isMet(figure)).map(({ what }) => what);
        const [because = ''] = [...outcome.violations, ...unmet];
        return { is: isKept(outcome) ? 'green' : 'red', because, seconds: took };
      } finally {
        // A proof that failed may have left a shop running.
        if (running) killGroup(running);
        running = null;
        if (sabotage) git('apply', '--reverse', sabotage.patch);
      }
    },
    /** Ends the proof that runs in the copy, and removes the copy. */
    remove(): void {
      if (running) killGroup(running);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Copies every file that git tracks or would add, and the built pages. */
function copyWorkingTree(directory: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const names = listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  for (const name of [...names, 'build/client', 'build/server', 'build/vi'])
    cpSync(join(root, name), join(directory, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
