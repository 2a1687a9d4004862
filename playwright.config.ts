import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './tools/chromium.ts';

/** Every worker starts a shop of its own (e2e/shop.ts), so there is no server to start here. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Patience for a busy machine, milliseconds: nothing is faster for a shorter one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    // What was done and asked for, and how it ended: a film of every test would cost a third of the run.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      // Half of the people sees things move, the other half has asked that nothing does.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      // Nothing in these depends on the screen.
      testIgnore: [
        'account-payment.e2e.ts',
        'account-security.e2e.ts',
        'hostile-uploads.e2e.ts',
        'owners-desk.e2e.ts',
        'pages.e2e.ts',
        'payment-methods.e2e.ts',
        'watch.e2e.ts',
      ],
    },
  ],
});
