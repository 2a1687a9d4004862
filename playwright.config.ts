import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';

/** Every worker starts its own shop (e2e/shop.ts), so this file starts no server. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/demo-shop.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Milliseconds; long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // A click on an element that does not appear fails long before the timeout of the test.
    actionTimeout: 30_000,
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    // Actions, requests and their results only: screenshots and snapshots of every step make the run a third slower.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      // With reduced motion here and without it on the phone, both are tested.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
      // Excludes tests with the tag @phone, which test what only phones show.
      grepInvert: /@phone/,
    },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      // Excludes tests with the tag @any-size, which do not depend on the size of the window.
      grepInvert: /@any-size/,
      // A file belongs here if the size of the window matters to what it tests, unless it sets the size itself.
      testMatch: [
        'accessibility.e2e.ts',
        'account-accessibility.e2e.ts',
        'admin-tasks.e2e.ts',
        'buy-a-listing.e2e.ts',
        'cart.e2e.ts',
        'close-look-editor.e2e.ts',
        'collection-layout.e2e.ts',
        'collection-pages.e2e.ts',
        'condition-reports.e2e.ts',
        'navigation.e2e.ts',
        'listing.e2e.ts',
      ],
    },
  ],
});
