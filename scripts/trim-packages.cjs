// After `npm ci`: deletes files in node_modules that no program and no check reads, some 170 of 670 MB (docs/decisions/0062-releases.md).
// Without it (`npm ci --ignore-scripts`) everything works and needs more space. Any Node runs it, so it is plain JavaScript.
const { readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

/** Whether a file or folder can be deleted. `path` is below node_modules and has slashes. */
function isUnneeded(path, { platform, arch } = process) {
  // C headers and manuals of Node, the sources of SQLite, and SQLite for other systems.
  if (/^node-(bin-)?\w+-\w+\/(include|share)$/.test(path) || /^better-sqlite3\/(deps|src)$/.test(path)) return true;
  const prebuilt = /^better-sqlite3\/prebuilds\/([^/]+)\.node$/.exec(path);
  if (prebuilt) return ![`${platform}-${arch}`, `${platform}musl-${arch}`].includes(prebuilt[1]);
  // The decoder of HEIC without WebAssembly, and as one file for browsers.
  if (/^libheif-js\/(libheif|libheif-wasm\/libheif-bundle\.m?js)$/.test(path)) return true;
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

module.exports = { isUnneeded };
if (require.main === module) trim(join(__dirname, '..', 'node_modules'));
