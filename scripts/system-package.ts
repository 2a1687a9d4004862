import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs Debian packages if this process is root on a system with apt-get.
 * Returns true if they are installed. Prints their names, because it may take a minute.
 */
export function installOnDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  return aptGet('update') && aptGet('install', '--yes', '--no-install-recommends', '--no-upgrade', ...packages);
}

/** Prints the output of apt-get only if it fails. */
function aptGet(...args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`);
  return status === 0;
}
