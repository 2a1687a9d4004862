import { describe, expect, test } from 'vitest';
import { featureImports, refusedImport } from './import-rules.ts';

describe('an import across a boundary', () => {
  test.each([
    ['contract/money.ts', 'server/settings.ts', 'contract/ runs'],
    ['contract/money.ts', 'node:fs', 'contract/ runs'],
    ['contract/money.ts', 'kysely', 'contract/ runs'],
    ['contract/money.test.ts', 'server/settings.ts', 'contract/ runs'],
    ['web/cart/cart-page.tsx', 'server/features/cart/cart.ts', 'web/ may not import the server'],
    ['web/ui/dialog.tsx', 'react-router', 'web/ui contains components'],
    ['web/ui/dialog.tsx', 'web/api.ts', 'web/ui contains components'],
    ['web/ui/dialog.tsx', 'contract/catalog.ts', 'web/ui contains components'],
    ['server/app.ts', 'web/session.ts', 'The server may not import web/'],
    ['server/features/cart/cart.test.ts', 'web/session.ts', 'The server may not import web/'],
    ['server/features/cart/cart.ts', 'server/features/catalog/catalog.queries.ts', 'only catalog.ts of catalog'],
    ['server/features/cart/cart.ts', 'server/features/cart/cart.routes.ts', 'Only server/app.ts'],
    ['server/features/cart/cart.ts', 'server/app.ts', 'Of the files in server/'],
    ['server/features/cart/cart.ts', 'server/testing/shop.ts', 'server/testing/ is for tests'],
    ['server/features/enquiries/enquiries.ts', 'server/features/orders/orders.ts', 'enquiries may not import orders'],
    ['server/features/invoices/invoices.ts', 'server/features/orders/orders.ts', 'invoices may not import orders'],
    ['server/platform/http/mount.ts', 'server/features/accounts/accounts.ts', 'server/platform may import only'],
    ['server/platform/http/mount.ts', 'server/shop.ts', 'server/platform may import only'],
    ['server/features/cart/cart.ts', 'proofs/shop-process.ts', 'The product may not import code that tests it'],
    ['cli/backup.ts', 'scripts/chromium.ts', 'The product may not import code that tests it'],
  ])('%s may not import %s', (from, to, reason) => {
    expect(refusedImport(from, to)).toContain(reason);
  });

  test.each([
    ['contract/cart.ts', 'zod'],
    ['contract/cart.test.ts', 'vitest'],
    ['web/cart/cart-page.tsx', 'contract/cart.ts'],
    ['web/ui/dialog.tsx', 'react'],
    ['server/app.ts', 'server/features/cart/cart.routes.ts'],
    ['server/features/cart/cart.ts', 'server/features/catalog/catalog.ts'],
    ['server/features/cart/cart.ts', 'server/features/cart/cart.queries.ts'],
    ['server/features/cart/cart.ts', 'server/settings.ts'],
    ['server/features/cart/cart.queries.ts', 'server/platform/database/tables.ts'],
    ['server/features/invoices/invoices.routes.ts', 'server/features/orders/orders.ts'],
    ['server/features/cart/cart.test.ts', 'server/testing/shop.ts'],
    ['proofs/race.ts', 'server/testing/shop.ts'],
  ])('%s may import %s', (from, to) => {
    expect(refusedImport(from, to)).toBeNull();
  });

  test('is possible in one direction only between two features', () => {
    const reachable = (feature: string): string[] =>
      (featureImports[feature] ?? []).flatMap((next) => [next, ...reachable(next)]);
    for (const feature of Object.keys(featureImports)) expect(reachable(feature)).not.toContain(feature);
  });
});
