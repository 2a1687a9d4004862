import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { markTexts, writeEnglish } from './scripts/translations/compile-texts.ts';

/**
 * Without the times of an earlier run, Vitest starts with the largest files. The slowest are those of the proofs, which are small: started
 * last, they would keep one worker busy long after the others have ended.
 */
class ProofsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { proofs = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      moduleId.includes('/proofs/') ? 'proofs' : 'others',
    );
    return [...proofs, ...others];
  }
}

export default defineConfig({
  plugins: [markTexts(), writeEnglish()],
  define: { 'import.meta.env.PAGE_LANGUAGE': '"en"' },
  test: {
    include: ['{bench,cli,contract,proofs,scripts,server,web}/**/*.test.ts'],
    globalSetup: ['./scripts/vitest-postgres.ts'],
    // For the programs that the tests start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    setupFiles: ['./scripts/vitest-setup.ts'],
    sequence: { sequencer: ProofsFirst },
    // One worker per core.
    maxWorkers: '100%',
    // Milliseconds; long enough for a machine that other programs use.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Milliseconds; the default of one second is too short for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // A worker loads the server once instead of once for each file, which saves a quarter of the time.
    isolate: false,
    retry: 0,
    unstubGlobals: true,
  },
});
