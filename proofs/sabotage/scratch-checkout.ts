import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';
import type { Sabotage } from './sabotages.ts';

export interface Verdict {
  /** `broken`: the proof could not run at all, which catches nothing. */
  is: 'red' | 'green' | 'broken';
  /** The first violation, or why the proof could not run. */
  because: string;
  seconds: number;
}

/** A copy of the working tree in which sabotages are applied. */
export interface ScratchCheckout {
  /** Runs the short form of the proof with the patch, or without any. */
  run(watch: Pick<Sabotage, 'proof' | 'engine'>, sabotage: Sabotage | null): Promise<Verdict>;
  /** Ends what runs in it, and removes it. */
  remove(): void;
}

/** Milliseconds. A short form takes seconds. */
const timeout = 240_000;

export function createScratchCheckout(): ScratchCheckout {
  const directory = mkdtempSync(join(tmpdir(), 'lacquer-sabotage-'));
  copyWorkingTree(directory);
  let running: ChildProcess | null = null;
  const git = (...words: string[]) => execFileSync('git', words, { cwd: directory, encoding: 'utf8', stdio: 'pipe' });
  return {
    async run({ proof, engine }, sabotage) {
      const begun = performance.now();
      const seconds = () => (performance.now() - begun) / 1_000;
      try {
        if (sabotage) git('apply', sabotage.patch);
      } catch (error) {
        return { is: 'broken', because: String(error), seconds: seconds() };
      }
      try {
        running = start(directory, ['proofs/prove.ts', proof, '--short', '--built', '--engine', engine]);
        return { ...(await verdictOf(running)), seconds: seconds() };
      } finally {
        // A proof that failed may have left a shop running.
        if (running) killGroup(running);
        running = null;
        if (sabotage) git('apply', '--reverse', sabotage.patch);
      }
    },
    remove() {
      if (running) killGroup(running);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Every file that git tracks or would add, and the built pages. */
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

function start(directory: string, words: readonly string[]): ChildProcess {
  const gitDirectory = execFileSync('git', ['rev-parse', '--absolute-git-dir'], { cwd: root, encoding: 'utf8' }).trim();
  // `detached`: a process group of its own, so that all of it can be ended.
  return spawn(process.execPath, words, {
    cwd: directory,
    detached: true,
    env: { ...process.env, GIT_DIR: gitDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function verdictOf(child: ChildProcess): Promise<Omit<Verdict, 'seconds'>> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const timer = setTimeout(() => killGroup(child), timeout);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  const [, fault] = /: (?:BROKEN|NOT MET): (.+)/.exec(output) ?? [];
  if (code === 0) return { is: 'green', because: '' };
  if (code === 1 && fault !== undefined) return { is: 'red', because: fault };
  const [, reason = `ended with ${code}`] = /^(\w*Error.*)$/m.exec(output) ?? [];
  return { is: 'broken', because: `${reason}\n${output.slice(-2_000)}` };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
