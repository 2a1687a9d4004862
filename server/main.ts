// The process. What Node makes of the sources is kept beside the build, which halves the time of the next start.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '..', 'build', '.compiled'));
const { BadSetting, parseSettings } = await import('./settings.ts');
const { StartRefused } = await import('./database/failures.ts');
const { start } = await import('./start.ts');

try {
  await start(parseSettings(process.env));
} catch (error) {
  if (!(error instanceof BadSetting || error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exit(1);
}
