import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../shop-process.ts';
import { type Edit, edited, type Watch } from './sabotage.ts';

export interface Verdict {
  /** `broken`: the proof could not be tried at all, which catches nothing. */
  is: 'red' | 'green' | 'broken';
  /** What it said: the first violation, or why it could not be tried. */
  because: string;
  seconds: number;
}

/** A copy of the sources as they stand, to be spoilt. */
export interface Workshop {
  /** Tries the proof in the copy with these edits, and takes them back. Throws where one has no place. */
  tryOut(watch: Watch, edits: readonly Edit[]): Promise<Verdict>;
  /** Ends what runs in it, and removes it. */
  remove(): void;
}

/** A short form takes seconds; one that takes so many milliseconds hangs. */
const patience = 240_000;

export function openWorkshop(): Workshop {
  const directory = mkdtempSync(join(tmpdir(), 'lacquer-sabotage-'));
  copySources(directory);
  let running: ChildProcess | null = null;
  return {
    async tryOut({ proof, engine, seed = 1 }, edits) {
      const originals = apply(directory, edits);
      try {
        const begun = performance.now();
        const words = ['tools/prove.ts', proof, '--short', '--built', '--engine', engine, '--seed', String(seed)];
        running = start(directory, words);
        const verdict = await verdictOf(running);
        return { ...verdict, seconds: (performance.now() - begun) / 1_000 };
      } finally {
        // A proof that could not go on may have left a shop open.
        if (running) end(running);
        running = null;
        for (const [path, text] of originals) writeFileSync(path, text);
      }
    },
    remove() {
      if (running) end(running);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** What git knows or would take, and the pages as they were built. */
function copySources(directory: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const names = listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  for (const name of [...names, 'build/client', 'build/server'])
    cpSync(join(root, name), join(directory, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
}

/** Answers the files as they were. */
function apply(directory: string, edits: readonly Edit[]): Map<string, string> {
  const originals = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const one of edits) {
    const path = join(directory, one.file);
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    if (!originals.has(path)) originals.set(path, text);
    texts.set(path, edited(text, one));
  }
  for (const [path, text] of texts) writeFileSync(path, text);
  return originals;
}

function start(directory: string, words: readonly string[]): ChildProcess {
  const gitDirectory = execFileSync('git', ['rev-parse', '--absolute-git-dir'], { cwd: root, encoding: 'utf8' }).trim();
  // `detached`: a group of its own, so that all of it can be ended.
  return spawn(process.execPath, words, {
    cwd: directory,
    detached: true,
    env: { ...process.env, GIT_DIR: gitDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function verdictOf(child: ChildProcess): Promise<Omit<Verdict, 'seconds'>> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const timer = setTimeout(() => end(child), patience);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  const [, fault] = /: (?:BROKEN|NOT MET): (.+)/.exec(said) ?? [];
  if (code === 0) return { is: 'green', because: '' };
  if (code === 1 && fault !== undefined) return { is: 'red', because: fault };
  const [, reason = `ended with ${code}`] = /^(\w*Error.*)$/m.exec(said) ?? [];
  return { is: 'broken', because: `${reason}\n${said.slice(-2_000)}` };
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
