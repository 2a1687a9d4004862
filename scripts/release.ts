// `npm run release`: writes release/lacquer-<version>.tar.gz, the shop for machines with this operating system and processor, and SHA256SUMS
// beside it. Nothing of this machine and of the time is in it (docs/decisions/0062-releases.md).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { type BundleManifest, manifestName, readManifest } from '../server/bundle-manifest.ts';
import { filesUnder } from './files-under.ts';
import { isUnneeded } from './trim-packages.cjs';

const root = join(import.meta.dirname, '..');
const output = join(root, 'release');

await main();

async function main(): Promise<void> {
  execFileSync(process.execPath, [join(root, 'scripts', 'build-when-stale.ts')], { stdio: 'inherit' });
  const manifest = readManifest(join(root, 'build'));
  if (!manifest) throw new Error('The build has made no bundle.');
  const name = `lacquer-${manifest.version}`;
  const directory = join(output, name);
  rmSync(output, { recursive: true, force: true });
  collect(directory, manifest);
  const files = filesUnder(directory).filter((path) => !lstatSync(join(directory, path)).isSymbolicLink());
  writeFileSync(join(directory, 'SHA256SUMS'), sumsOf(directory, files));

  const archive = `${name}.tar.gz`;
  const committed = Number(process.env.SOURCE_DATE_EPOCH ?? timeOfCommit());
  const paths = filesUnder(directory).map((path) => join(name, path));
  // Sorted, with one time and without owners: nothing of this machine is in the archive.
  const options = { file: join(output, archive), cwd: output, gzip: { level: 9 }, portable: true, noDirRecurse: true };
  await create({ ...options, mtime: new Date(committed * 1_000) }, paths);
  writeFileSync(join(output, 'SHA256SUMS'), sumsOf(output, [archive]));
  rmSync(directory, { recursive: true });
  console.log(`${join(output, archive)}: ${paths.length} files for ${process.platform} ${process.arch}.`);
}

/** In seconds since 1970. */
function timeOfCommit(): string {
  return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
}

/** Copies what the shop needs in production into an empty directory. */
function collect(directory: string, manifest: BundleManifest): void {
  mkdirSync(directory, { recursive: true });
  const copy = (path: string, isWanted: (path: string) => boolean = () => true) =>
    cpSync(join(root, path), join(directory, path), {
      recursive: true,
      filter: (source) => isWanted(source.slice(root.length + 1)),
    });
  for (const path of ['lacquer', 'CHANGELOG.md', 'README.md', 'docs']) copy(path);
  // The settings of a shop that runs in this clone, with its passwords, stay here.
  copy('deploy', (path) => path !== join('deploy', '.env'));
  for (const path of globSync('build/{client,*/client,program}', { cwd: root })) copy(path);
  for (const path of manifest.files)
    if (!path.startsWith('build/') && !path.startsWith('locales/')) copy(path, (file) => !file.endsWith('.ts'));
  // There are no sources that could change.
  writeFileSync(
    join(directory, 'build', 'program', manifestName),
    JSON.stringify({ ...manifest, modules: {} } satisfies BundleManifest),
  );
  writeFileSync(join(directory, 'server.js'), "import './build/program/main.js';\n");
  const { version } = manifest;
  writeFileSync(
    join(directory, 'package.json'),
    `${JSON.stringify({ name: 'lacquer', version, private: true, type: 'module' })}\n`,
  );

  const node = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`].find(
    isInstalled,
  );
  if (node === undefined) throw new Error('The Node of the packages is missing: run `npm ci`.');
  for (const name of [node, ...withDependencies(manifest.packages)])
    copy(`node_modules/${name}`, (path) => {
      const below = path.slice('node_modules/'.length);
      return !isUnneeded(below) && !/\.[cm]?ts$/.test(below);
    });
  mkdirSync(join(directory, 'node_modules', '.bin'));
  symlinkSync(`../${node}/bin/node`, join(directory, 'node_modules', '.bin', 'node'));
}

/** The packages and all that they need, as far as they are installed on this system. */
function withDependencies(names: readonly string[]): string[] {
  const found = new Set(names);
  for (const name of found) {
    // A package.json of npm has these fields.
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>;
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (isInstalled(needed)) found.add(needed);
  }
  return [...found].sort();
}

function isInstalled(name: string): boolean {
  return existsSync(join(root, 'node_modules', name));
}

function sumsOf(directory: string, files: readonly string[]): string {
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(readFileSync(join(directory, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  return lines.join('');
}
