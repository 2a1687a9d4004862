import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const withoutLibrary = `#!/bin/sh
echo "$0: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory" >&2
exit 127
`;

describe.skipIf(process.platform === 'win32')('Before a script of package.json runs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lacquer-node-'));
    cpSync(join(root, 'scripts', 'require-node.cjs'), join(folder, 'scripts', 'require-node.cjs'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Installs this script as the Node of the npm packages, linked as npm does. */
  const install = (script: string) => {
    const bundled = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
    mkdirSync(join(bundled, '..'), { recursive: true });
    writeFileSync(bundled, script);
    chmodSync(bundled, 0o755);
    mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
    symlinkSync(bundled, join(folder, 'node_modules', '.bin', 'node'));
    return bundled;
  };
  /** Runs the line of package.json as npm does: with its Node in the environment and node_modules/.bin first in PATH. */
  const runGuard = (versionOfNpmsNode = process.versions.node) => {
    const { scripts } = z
      .object({ scripts: z.object({ prestart: z.string() }) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const pretend = join(folder, 'pretend.cjs');
    writeFileSync(
      pretend,
      `Object.defineProperty(process, 'version', { value: 'v${versionOfNpmsNode}' });
       Object.defineProperty(process, 'versions', { value: { node: '${versionOfNpmsNode}' } });`,
    );
    const { status, stderr } = spawnSync('sh', ['-c', scripts.prestart], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${join(folder, 'node_modules', '.bin')}:${process.env.PATH}`,
        npm_node_execpath: process.execPath,
        NODE_OPTIONS: `--require ${pretend}`,
      },
    });
    return { status, output: stderr.trim().split('\n') };
  };
  const linked = () => realpathSync(join(folder, 'node_modules', '.bin', 'node'));

  it('the Node of the packages is used if it starts, and nothing is printed', () => {
    const bundled = install('#!/bin/sh\necho v26.10.0\n');
    expect(runGuard('20.19.0')).toEqual({ status: 0, output: [''] });
    expect(linked()).toBe(realpathSync(bundled));
  });

  it('one line names the library that is missing if npm’s own Node is too old', () => {
    install(withoutLibrary);
    const { status, output } = runGuard('24.9.0');
    expect(status).toBe(1);
    expect(output).toHaveLength(1);
    expect(output[0]).toMatch(
      /^The Node 26 of the packages cannot start without libatomic\.so\.1: .*or install Node 26 or later\.$/,
    );
  });

  it('npm’s own Node is used if it is new enough, until the library is installed', () => {
    install(withoutLibrary);
    const { status, output } = runGuard('26.1.0');
    expect(status).toBe(0);
    expect(output).toEqual([`The Node of the packages cannot start: using ${process.execPath} (v26.1.0).`]);
    expect(linked()).toBe(realpathSync(process.execPath));

    rmSync(join(folder, 'node_modules', '.bin', 'node'));
    symlinkSync(process.execPath, join(folder, 'node_modules', '.bin', 'node'));
    const bundled = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
    writeFileSync(bundled, '#!/bin/sh\necho v26.10.0\n');
    expect(runGuard('26.1.0')).toEqual({ status: 0, output: [''] });
    expect(linked()).toBe(bundled);
  });

  it('one line says that the packages were installed without Node', () => {
    mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
    const { status, output } = runGuard('20.19.0');
    expect(status).toBe(1);
    expect(output).toEqual([
      'Node 26 is missing from node_modules (found v20.19.0): run `npm ci` without --omit=optional.',
    ]);
  });
});
