import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';

/** Every worker starts its own shop (e2e/shop.ts), so this file starts no server. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/demo-media.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Milliseconds; long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // A click on what does not come fails long before the test's timeout.
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
    },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      // Tests with the tag @any-size: what they test does not depend on the size of the window.
      grepInvert: /@any-size/,
      // What these files test does not depend on the size of the window, or they set it themselves.
      testIgnore: [
        'account.e2e.ts',
        'account-email.e2e.ts',
        'account-modify-order.e2e.ts',
        'account-orders.e2e.ts',
        'account-payment.e2e.ts',
        'account-profile.e2e.ts',
        'account-security.e2e.ts',
        'admin-artists.e2e.ts',
        'admin-backups.e2e.ts',
        'admin-bulk.e2e.ts',
        'admin-delivery.e2e.ts',
        'admin-email.e2e.ts',
        'admin-failures.e2e.ts',
        'admin-home.e2e.ts',
        'admin-payments.e2e.ts',
        'admin-policies.e2e.ts',
        'admin-tax.e2e.ts',
        'admin-new-orders.e2e.ts',
        'admin-order-page.e2e.ts',
        'admin-sections.e2e.ts',
        'admin-shipping.e2e.ts',
        'admin-shop.e2e.ts',
        'admin-tables.e2e.ts',
        'browser-errors.e2e.ts',
        'collection-search.e2e.ts',
        'confirm-identity.e2e.ts',
        'delivery.e2e.ts',
        'failures.e2e.ts',
        'forced-colors.e2e.ts',
        'hostile-uploads.e2e.ts',
        'logo.e2e.ts',
        'pages.e2e.ts',
        'opening-day.e2e.ts',
        'passkeys.e2e.ts',
        'payment-methods.e2e.ts',
        'private-sales.e2e.ts',
        'product-form.e2e.ts',
        'real-payments.e2e.ts',
        'returns.e2e.ts',
        'roles.e2e.ts',
        'second-factor.e2e.ts',
        'speed.e2e.ts',
        'times.e2e.ts',
        'toasts.e2e.ts',
        'transfer.e2e.ts',
        'two-buyers-one-piece.e2e.ts',
        'waiting-list.e2e.ts',
      ],
    },
  ],
});
