import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StartRefused } from './platform/failures.ts';
import { BadSetting, parseSettings } from './settings.ts';
import { start } from './start.ts';

/** Opens the shop with the settings of the environment. Prints one line and ends the process with 1 if it cannot be opened. */
export async function main(): Promise<void> {
  try {
    await start(parseSettings(process.env));
    collectGarbage();
  } catch (error) {
    if (!(error instanceof BadSetting || error instanceof StartRefused)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Frees some 40 MB of start-up garbage that V8 would keep while the shop is idle. Takes about 100 ms. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: (options: object) => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
