// Links node_modules/.bin/node, which the scripts of package.json use, to a Node that can run the shop: the one in the npm
// packages or, if that one cannot start, the one that runs npm. Otherwise prints one line that says what to install.
// The Node that runs npm (20 or later) runs this file, so it is plain JavaScript.
const { spawnSync } = require('node:child_process');
const { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

// Node 22.18 and later run TypeScript, 24.7 has argon2, and 26 is the first with Temporal.
const requiredVersion = 26;
const modules = join(__dirname, '..', 'node_modules');
const { platform, arch } = process;

const failure = main();
if (failure) {
  console.error(failure);
  process.exit(1);
}

/** Returns why the shop cannot run, or null. */
function main() {
  const bundled = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
    .map((name) => join(modules, name, 'bin', 'node'))
    .find((path) => existsSync(path));
  // On Windows npm writes scripts instead of links, and the Node of the packages needs no further library.
  if (platform === 'win32') return isNewEnough() ? null : missing();
  const problem = bundled ? problemOf(bundled) : missing();
  if (!problem) return link(bundled);
  if (!isNewEnough()) return bundled ? `${problem} or install Node ${requiredVersion} or later.` : problem;
  if (bundled) console.error(`The Node of the packages cannot start: using ${process.execPath} (${process.version}).`);
  return link(process.execPath);
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= requiredVersion;
}

function missing() {
  return `Node ${requiredVersion} is missing from node_modules (found ${process.version}): run \`npm ci\` without --omit=optional.`;
}

function problemOf(node) {
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return null;
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(stderr || '');
  if (!library) {
    const reason = error ? error.code || error.message : (stderr || '').trim().split('\n')[0] || `exit code ${status}`;
    return `The Node ${requiredVersion} of the packages cannot start here (${reason}): install glibc,`;
  }
  const command = library[1] === 'libatomic.so.1' ? commandFor(distribution()) : null;
  return `The Node ${requiredVersion} of the packages cannot start without ${library[1]}: ${command ? `run \`${command}\`` : 'install it'},`;
}

/** The ids of the Linux distribution and of those it is based on. */
function distribution() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, names]) => names.split(' '));
  } catch {
    return [];
  }
}

function commandFor(names) {
  if (names.includes('debian') || names.includes('ubuntu')) return 'apt-get install libatomic1';
  if (names.includes('fedora') || names.includes('rhel')) return 'dnf install libatomic';
  if (names.includes('suse') || names.includes('opensuse')) return 'zypper install libatomic1';
  return null;
}

/** Returns why the link cannot be made, or null. */
function link(node) {
  const path = join(modules, '.bin', 'node');
  try {
    if (existsSync(path) && realpathSync(path) === realpathSync(node)) return null;
    mkdirSync(dirname(path), { recursive: true });
    if (lstatSync(path, { throwIfNoEntry: false })) rmSync(path);
    const isInside = node.startsWith(modules);
    symlinkSync(isInside ? relative(dirname(path), node) : node, path);
    return null;
  } catch (error) {
    return `${path} cannot be made a link to ${node}: ${error.code || error.message}.`;
  }
}
