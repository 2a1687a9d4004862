/** What `./lacquer` runs by the name of the command: modules that export `main(words)`. Without a name it opens the shop. */
export const commands: Readonly<Record<string, string>> = {
  start: 'server/run.ts',
  backup: 'cli/backup.ts',
  restore: 'cli/restore.ts',
  move: 'cli/move.ts',
  'demo:remove': 'cli/demo-remove.ts',
  'second-factor:remove': 'cli/second-factor-remove.ts',
  'rotate-key': 'cli/rotate-key.ts',
  'rotate-certificate-key': 'cli/rotate-certificate-key.ts',
  'erase-cards': 'cli/erase-cards.ts',
  invariants: 'cli/invariants.ts',
};

/** The name of a module of the sources in the bundle, where all are in one folder. */
export const bundledName = (module: string) => `${module.replace(/^.*\//, '').replace(/\.ts$/, '')}.js`;
