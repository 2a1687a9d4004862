import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pageInputsName } from '../server/bundle-manifest.ts';
import { buildPaths, recoverBuild, replaceBuild, startBuild } from './build-directory.ts';

/** A directory with a complete build whose only page is `page`. */
function withBuild(page: string): string {
  const base = mkdtempSync(join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  writeBuild(buildPaths(base).last, page);
  return base;
}

function writeBuild(directory: string, page: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'page'), page);
  writeFileSync(join(directory, pageInputsName), page);
}

const lastPage = (base: string) => readFileSync(join(buildPaths(base).last, 'page'), 'utf8');

it('a finished build replaces the last one, which is whole until then, and leaves nothing else', () => {
  const base = withBuild('old');
  mkdirSync(join(buildPaths(base).last, '.compiled'));
  const directory = startBuild(base);
  writeBuild(join(directory, 'pages'), 'new');
  expect(lastPage(base)).toBe('old');
  replaceBuild(base, join(directory, 'pages'));
  rmSync(directory, { recursive: true });
  expect(lastPage(base)).toBe('new');
  expect(existsSync(join(buildPaths(base).last, '.compiled'))).toBe(true);
  expect(readdirSync(base)).toEqual(['build']);
});

it('after a build that was killed, the next one finds the last build and no remains', () => {
  const base = withBuild('old');
  // No process has this id: it is above the largest of Linux and macOS.
  writeBuild(join(base, '.build-99999999', 'pages'), 'new');
  recoverBuild(base);
  expect(lastPage(base)).toBe('old');
  expect(readdirSync(base)).toEqual(['build']);
});

it('a build that another process is making stays', () => {
  const base = withBuild('old');
  writeBuild(join(base, `.build-${process.pid}`, 'pages'), 'new');
  recoverBuild(base);
  expect(readdirSync(base).sort()).toEqual([`.build-${process.pid}`, 'build']);
});

it('after a build that was killed between its two renames, the last build is back', () => {
  const base = withBuild('old');
  const { last, replaced } = buildPaths(base);
  renameSync(last, replaced);
  // A start makes the directory of its compile cache.
  mkdirSync(join(last, '.compiled'), { recursive: true });
  recoverBuild(base);
  expect(lastPage(base)).toBe('old');
  expect(readdirSync(base)).toEqual(['build']);
});
