// The only definition of which part of the repository may import which. `npm run check` compares every import with it.

/**
 * The features of the server, and the features that each may import. Of another feature only its public file
 * `<feature>.ts` can be imported. The table has no cycle.
 */
export const featureImports: Readonly<Record<string, readonly string[]>> = {
  attempts: [],
  audit: [],
  mail: ['attempts', 'settings'],
  payments: [],
  returns: ['settings'],
  settings: ['audit'],
  shipments: ['settings'],
  transfers: [],
  operations: ['backups', 'payments', 'settings'],
  accounts: ['attempts', 'audit', 'mail', 'settings'],
  media: ['audit'],
  backups: ['certificates', 'media', 'scans'],
  invoices: ['catalog', 'media', 'settings'],
  catalog: ['audit', 'media'],
  'close-look': ['audit', 'catalog', 'lights', 'media', 'scans'],
  scans: ['audit', 'catalog', 'media', 'settings'],
  lights: ['audit', 'catalog', 'media'],
  'catalogue-papers': ['catalog', 'settings'],
  certificates: ['audit', 'catalog', 'invoices', 'media', 'settings'],
  provenance: ['accounts', 'audit', 'catalog', 'settings'],
  artists: ['audit', 'catalog', 'media'],
  imports: ['artists', 'attempts', 'audit', 'catalog', 'media', 'waiting-list'],
  intake: ['artists', 'catalog', 'media'],
  holds: ['catalog'],
  visits: [],
  'waiting-list': ['accounts', 'audit', 'catalog', 'holds', 'mail', 'settings'],
  feeds: ['catalog', 'settings'],
  home: ['catalog', 'media', 'settings'],
  translations: ['artists', 'audit', 'catalog', 'close-look', 'home', 'settings'],
  delivery: ['catalog', 'holds', 'settings', 'translations'],
  cart: ['accounts', 'catalog'],
  saved: ['accounts', 'catalog'],
  alerts: ['accounts', 'artists', 'attempts', 'audit', 'catalog', 'mail', 'settings'],
  enquiries: ['accounts', 'attempts', 'audit', 'catalog', 'mail', 'settings'],
  'condition-reports': [
    'accounts',
    'attempts',
    'audit',
    'catalog',
    'enquiries',
    'invoices',
    'mail',
    'media',
    'settings',
  ],
  orders: [
    'accounts',
    'audit',
    'cart',
    'catalog',
    'certificates',
    'condition-reports',
    'delivery',
    'holds',
    'invoices',
    'mail',
    'media',
    'payments',
    'provenance',
    'returns',
    'shipments',
    'transfers',
    'waiting-list',
  ],
  fulfilment: ['audit', 'orders', 'settings', 'shipments'],
  returning: ['accounts', 'audit', 'catalog', 'mail', 'orders', 'returns', 'settings'],
  settlement: ['accounts', 'audit', 'mail', 'orders', 'payments', 'settings', 'transfers'],
  reconciliation: ['accounts', 'mail', 'payments', 'settlement'],
  checkout: [
    'accounts',
    'attempts',
    'audit',
    'catalog',
    'delivery',
    'holds',
    'orders',
    'payments',
    'settings',
    'settlement',
    'transfers',
    'waiting-list',
  ],
  bank: ['audit', 'orders'],
  'private-sales': ['accounts', 'attempts', 'audit', 'catalog', 'enquiries', 'holds', 'mail', 'waiting-list'],
  letters: [
    'accounts',
    'alerts',
    'attempts',
    'audit',
    'condition-reports',
    'enquiries',
    'mail',
    'orders',
    'private-sales',
    'reconciliation',
    'returning',
    'settings',
    'settlement',
    'waiting-list',
  ],
  needs: ['accounts', 'backups', 'mail', 'reconciliation', 'settings'],
  analytics: ['accounts', 'orders'],
  reports: ['invoices', 'orders'],
  demo: [
    'accounts',
    'artists',
    'audit',
    'catalog',
    'certificates',
    'close-look',
    'condition-reports',
    'home',
    'invoices',
    'lights',
    'media',
    'orders',
    'payments',
    'private-sales',
    'scans',
    'translations',
  ],
};

/** Further features that `<feature>.routes.ts` may import. Only server/app.ts may import a `.routes.ts` file. */
const routeImports: Readonly<Record<string, readonly string[]>> = {
  certificates: ['orders', 'translations'],
  'condition-reports': ['orders'],
  provenance: ['orders'],
  invoices: ['orders'],
};

/**
 * The reason why `from` may not import `to`, or null if it may. Both are paths from the root of the repository; `to` may also
 * be the name of a package or a module of Node (`node:fs`).
 */
export function refusedImport(from: string, to: string): string | null {
  const isTest = /\.(test|e2e)\.tsx?$/.test(from);
  const part = from.split('/')[0] ?? '';
  const isProductCode = ['contract', 'web', 'server', 'cli'].includes(part) && !isTest && !isTesting(from);
  if (isProductCode && /^(scripts|proofs|bench|e2e)\//.test(to))
    return 'The product may not import code that tests it.';
  if (isProductCode && isTesting(to)) return 'server/testing/ is for tests and proofs.';
  if (part === 'contract') return refusedByContract(to, isTest);
  if (from.startsWith('web/ui/')) return refusedByPrimitives(to);
  if (part === 'web') return refusedByWeb(to);
  if (to.startsWith('web/') && part === 'server') return 'The server may not import web/: both use contract/.';
  // Tests, and what tests the product, may import anything of the server; so may cli/.
  if (isTest || isTesting(from) || part !== 'server') return null;
  return refusedByServer(from, to);
}

const isTesting = (path: string) => path.startsWith('server/testing/');

function refusedByContract(to: string, isTest: boolean): string | null {
  if (to.startsWith('contract/') || to === 'zod') return null;
  if (isTest && /^(node:|vitest$|fast-check$)/.test(to)) return null;
  return 'contract/ runs in browsers and on the server: it imports only contract/ and zod.';
}

function refusedByPrimitives(to: string): string | null {
  if (/^(web\/(ui|styles)\/|react(-dom)?(\/|$)|@lingui\/(core|react)\/macro$|vitest$)/.test(to)) return null;
  return 'web/ui contains components that any shop could use: no router, no API, no types of the contract.';
}

function refusedByWeb(to: string): string | null {
  if (/^(server|cli)\//.test(to))
    return 'web/ may not import the server: both use contract/, and web/api.ts calls the server.';
  return null;
}

function refusedByServer(from: string, to: string): string | null {
  if (to.endsWith('.routes.ts') && from !== 'server/app.ts')
    return 'Only server/app.ts imports the HTTP part of a feature.';
  if (from.startsWith('server/platform/')) return refusedByPlatform(to);
  const feature = featureOf(from);
  return feature ? refusedByFeature(feature, from, to) : null;
}

function refusedByPlatform(to: string): string | null {
  if (!to.startsWith('server/') || to.startsWith('server/platform/') || to === 'server/settings.ts') return null;
  return 'Of server/, server/platform may import only server/platform/ and settings.ts; server/app.ts passes in the rest.';
}

function refusedByFeature(feature: string, from: string, to: string): string | null {
  const other = featureOf(to);
  if (other === feature) return null;
  if (!other) {
    const isComposition = /^server\/[^/]+\.ts$/.test(to) && !['server/shop.ts', 'server/settings.ts'].includes(to);
    return isComposition ? 'Of the files in server/, a feature may import only shop.ts and settings.ts.' : null;
  }
  const allowed = [...(featureImports[feature] ?? []), ...(isRoutes(from) ? (routeImports[feature] ?? []) : [])];
  if (!allowed.includes(other))
    return `${feature} may not import ${other} (featureImports in scripts/import-rules.ts).`;
  return to === `server/features/${other}/${other}.ts`
    ? null
    : `Other features may import only ${other}.ts of ${other}.`;
}

const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
const isRoutes = (path: string) => path.endsWith('.routes.ts');
