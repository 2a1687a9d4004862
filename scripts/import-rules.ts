// Which part of the repository may import which. Nothing else says so; `npm run check` compares every import with it.

/**
 * The features of the server, and of which others each may import the rules (`<feature>.ts`, the one file of a feature that
 * others see). The table has no cycle.
 */
export const featureImports: Readonly<Record<string, readonly string[]>> = {
  attempts: [],
  audit: [],
  mail: [],
  operations: [],
  payments: [],
  accounts: ['attempts', 'audit', 'mail'],
  media: ['audit'],
  backups: ['media'],
  invoices: ['media'],
  catalog: ['audit', 'media'],
  holds: ['catalog'],
  cart: ['accounts', 'catalog'],
  enquiries: ['accounts', 'attempts', 'audit', 'catalog', 'mail'],
  orders: ['accounts', 'audit', 'cart', 'catalog', 'holds', 'invoices', 'mail', 'media', 'payments'],
  checkout: ['accounts', 'audit', 'catalog', 'holds', 'orders'],
  analytics: ['accounts', 'orders'],
  demo: ['accounts', 'audit', 'catalog', 'invoices', 'media', 'orders', 'payments'],
};

/** What a feature's HTTP part (`<feature>.routes.ts`) may import besides. Only server/app.ts imports such a file. */
const routeImports: Readonly<Record<string, readonly string[]>> = {
  invoices: ['orders'],
};

/**
 * Why `from` may not import `to`, or null where it may. Both are paths from the root of the repository; `to` may also be the
 * name of a package or a module of Node (`node:fs`).
 */
export function refusalOf(from: string, to: string): string | null {
  const isTest = /\.(test|e2e)\.tsx?$/.test(from);
  const part = from.split('/')[0] ?? '';
  const isProduct = ['contract', 'web', 'server', 'cli'].includes(part) && !isTest && !isTesting(from);
  if (isProduct && /^(scripts|proofs|bench|e2e)\//.test(to)) return 'The product imports nothing that only tests it.';
  if (isProduct && isTesting(to)) return 'server/testing/ is for tests and proofs.';
  if (part === 'contract') return ofContract(to, isTest);
  if (from.startsWith('web/ui/')) return ofPrimitive(to);
  if (part === 'web') return ofWeb(to);
  if (to.startsWith('web/') && part === 'server') return 'The server never imports web/; they meet in contract/.';
  if (isTest || isTesting(from) || part !== 'server') return null;
  return ofServer(from, to);
}

const isTesting = (path: string) => path.startsWith('server/testing/');

function ofContract(to: string, isTest: boolean): string | null {
  if (to.startsWith('contract/') || to === 'zod') return null;
  if (isTest && /^(node:|vitest$|fast-check$)/.test(to)) return null;
  return 'contract/ runs in browsers and on the server: it imports only contract/ and zod.';
}

function ofPrimitive(to: string): string | null {
  if (/^(web\/(ui|styles)\/|react(-dom)?(\/|$)|vitest$)/.test(to)) return null;
  return 'web/ui would suit any shop: it knows no router, no API and no word of the contract.';
}

function ofWeb(to: string): string | null {
  if (/^(server|cli)\//.test(to))
    return 'web/ never imports the server; they meet in contract/, and web/api.ts calls it.';
  return null;
}

function ofServer(from: string, to: string): string | null {
  if (to.endsWith('.routes.ts') && from !== 'server/app.ts')
    return 'Only server/app.ts imports the HTTP part of a feature.';
  if (from.startsWith('server/platform/')) return ofPlatform(to);
  const feature = featureOf(from);
  return feature ? ofFeature(feature, from, to) : null;
}

function ofPlatform(to: string): string | null {
  if (!to.startsWith('server/') || to.startsWith('server/platform/') || to === 'server/settings.ts') return null;
  return 'server/platform knows no feature: the composition passes in what it needs of one.';
}

function ofFeature(feature: string, from: string, to: string): string | null {
  const other = featureOf(to);
  if (other === feature) return null;
  if (!other) {
    const isComposition = /^server\/[^/]+\.ts$/.test(to) && !['server/shop.ts', 'server/settings.ts'].includes(to);
    return isComposition ? 'A feature imports no part of the composition but shop.ts and settings.ts.' : null;
  }
  const allowed = [...(featureImports[feature] ?? []), ...(isRoutes(from) ? (routeImports[feature] ?? []) : [])];
  if (!allowed.includes(other))
    return `${feature} may not import ${other} (featureImports in scripts/import-rules.ts).`;
  return to === `server/features/${other}/${other}.ts`
    ? null
    : `Of ${other} only ${other}.ts is for others: its queries and inner files are its own.`;
}

const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
const isRoutes = (path: string) => path.endsWith('.routes.ts');
