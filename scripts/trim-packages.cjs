// After `npm ci`: deletes files in node_modules that no program and no check reads, a third of 670 MB (docs/decisions/0062-releases.md).
// Without it (`npm ci --ignore-scripts`) everything works and needs more space. Any Node runs it, so it is plain JavaScript.
const { spawnSync } = require('node:child_process');
const { copyFileSync, existsSync, readdirSync, renameSync, rmSync } = require('node:fs');
const { join } = require('node:path');

/** Files and folders of packages that this repository does not use. */
const unused = [
  // The forms of packages for require(): the sources are modules.
  /^stripe\/cjs$/,
  /^kysely\/dist\/cjs$/,
  /^recharts\/lib$/,
  // Only the bundler reads it, in modules.
  /^es-toolkit\/.*\.(d\.m?ts|js)$/,
  /^zod\/src$/,
  /^pdfkit\/js\/pdfkit\.standalone\.js$/,
  /^axe-core\/(axe\.js|locales)$/,
  /^caniuse-lite\/data\/regions$/,
  /^react-dom\/cjs\/react-dom-?(profiling|server\.(bun|edge)|test-utils|\.react-server)/,
  // Tests and examples of packages, but not the package @playwright/test.
  /^(@[^/]+\/[^/]+|[^@./][^/]*)\/(tests?|benchmarks?|bench|examples?|\.github)$/,
];

/** Whether a file or folder can be deleted. `path` is below node_modules and has slashes. */
function isUnneeded(path, { platform, arch } = process) {
  // C headers and manuals of Node, the sources of SQLite, and SQLite for other systems.
  if (/^node-(bin-)?\w+-\w+\/(include|share)$/.test(path) || /^better-sqlite3\/(deps|src)$/.test(path)) return true;
  const prebuilt = /^better-sqlite3\/prebuilds\/([^/]+)\.node$/.exec(path);
  if (prebuilt) return ![`${platform}-${arch}`, `${platform}musl-${arch}`].includes(prebuilt[1]);
  // The decoder of HEIC without WebAssembly, and as one file for browsers.
  if (/^libheif-js\/(libheif|libheif-wasm\/libheif-bundle\.m?js)$/.test(path)) return true;
  if (unused.some((pattern) => pattern.test(path))) return true;
  // Source maps, documents, and forms of packages for a <script> in old pages.
  return /\.map$|\.md$|\.markdown$/i.test(path) ? !/licen[cs]e/i.test(path) : /\/umd$/.test(path);
}

function trim(modules, below = '') {
  for (const entry of readdirSync(join(modules, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const inPackage = path.replace(/^.*\/node_modules\//, '');
    if (isUnneeded(inPackage)) rmSync(join(modules, path), { recursive: true, force: true });
    else if (entry.isDirectory() && entry.name !== '.cache') trim(modules, path);
  }
}

/** Removes the symbols of Node's program, 33 MB that only debuggers read, where the system has `strip`. */
function removeSymbols(modules) {
  for (const name of readdirSync(modules).filter((entry) => /^node-(bin-)?\w+-\w+$/.test(entry))) {
    const program = join(modules, name, 'bin', 'node');
    const [stripped, copy] = [`${program}.stripped`, `${program}.copy`];
    const { status } = spawnSync('strip', ['-o', stripped, program]);
    if (status === 0 && spawnSync(stripped, ['--version']).status === 0) {
      // Until the system has read the file anew, processes map 40 MB more of a file as `strip` writes it.
      copyFileSync(stripped, copy);
      renameSync(copy, program);
    }
    if (existsSync(stripped)) rmSync(stripped);
  }
}

module.exports = { isUnneeded };
if (require.main === module) {
  const modules = join(__dirname, '..', 'node_modules');
  trim(modules);
  removeSymbols(modules);
}
