import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,tools,web}/**/*.test.ts'],
    globalSetup: ['./tools/vitest-postgres.ts'],
    // As many as there are cores: half of a test is waiting for a database.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    retry: 0,
    unstubGlobals: true,
  },
});
