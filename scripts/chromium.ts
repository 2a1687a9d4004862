import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installOnDebian } from './system-package.ts';

/** Flags for a browser in a container, which runs as root and has no graphics card. It must not contact other hosts. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path in the environment variable CHROMIUM, or of the system's Chromium or Chrome. Throws if there is none. Chromium's
 * headless shell comes first: it has the same engine without windows and profiles, and needs half the processor time.
 */
export function findChromium(): string {
  const found = candidates().find(isExecutable);
  if (found) return found;
  throw new Error(
    'Chromium is missing: install it (Debian: `apt-get install chromium-headless-shell`) or set CHROMIUM.',
  );
}

/** Like `findChromium`, but tries to install a missing browser first. */
export function findOrInstallChromium(): string {
  // Not every release of Debian has a package of the shell.
  if (!candidates().some(isExecutable))
    installOnDebian('chromium-headless-shell', 'fonts-liberation') || installOnDebian('chromium', 'fonts-liberation');
  return findChromium();
}

function candidates(): string[] {
  const chosen = process.env.CHROMIUM;
  if (chosen) return [chosen];
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
  ];
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
