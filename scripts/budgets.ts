// Compares the size of what a browser loads with its limits. Part of `npm run check`.
//
//   node scripts/budgets.ts      prints a line for each limit; exits with 1 if one is exceeded
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { type Language, languages } from '../contract/languages.ts';

const directory = join(import.meta.dirname, '..', 'build');
const kilobyte = 1_000;

/** Bytes after Brotli compression, by route id: the path of the page's file below web/, without its extension. */
const scriptBudgets: Record<string, number> = {
  'home/home': 120 * kilobyte,
  'catalog/listing': 130 * kilobyte,
  'cart/cart-page': 130 * kilobyte,
  'checkout/payment-page': 130 * kilobyte,
  // Larger, because the forms of this page validate input with the schemas of the contract, which need zod.
  'account/account-page': 165 * kilobyte,
};
/** Bytes of all stylesheets of one page after Brotli compression. */
const styleBudget = 15 * kilobyte;
const panelStyleBudget = 18 * kilobyte;
const isAdminRoute = (id: string) => id.startsWith('admin/');

interface Budget {
  name: string;
  bytes: number;
  limit: number;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const budgets = (await Promise.all(languages.map(budgetsOf))).flat();
  for (const budget of budgets) console.log(lineOf(budget));
  return budgets.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1;
}

async function budgetsOf(language: Language): Promise<Budget[]> {
  const build = language === 'en' ? directory : join(directory, language);
  // The module that React Router's build writes has this type.
  const serverBuild = (await import(join(build, 'server', 'index.js'))) as ServerBuild;
  const { assets } = serverBuild;
  const sizeOf = (addresses: ReadonlySet<string>) => sizeIn(join(build, 'client'), addresses);
  const scripts = Object.entries(scriptBudgets).map(([id, limit]) => ({
    name: `scripts of ${id}`,
    bytes: sizeOf(scriptsOf(assets, id)),
    limit,
  }));
  const adminCode = Object.keys(scriptBudgets).map((id) => ({
    name: `code of the admin panel on ${id}`,
    bytes: sizeOf(adminScriptsOn(assets, id)),
    limit: 0,
  }));
  const styles = language === 'en' ? styleBudgets(serverBuild, sizeOf) : [];
  return [...scripts, ...styles, ...adminCode].map((budget) => ({ ...budget, name: `${language}: ${budget.name}` }));
}

type Assets = ServerBuild['assets'];

/** The scripts that the first HTML of the page requests. */
function scriptsOf({ entry, routes }: Assets, id: string): Set<string> {
  const needed = [entry, ...routeAndParents(routes, id)];
  return new Set(needed.flatMap(({ module, imports = [] }) => [module, ...imports]));
}

function routeAndParents<R extends { parentId?: string }>(
  routes: Readonly<Record<string, R | undefined>>,
  id: string | undefined,
): R[] {
  if (id === undefined) return [];
  const route = routes[id];
  if (!route)
    throw new Error(
      `The build has no route ${id}: has a file in web/ moved? It has ${Object.keys(routes).join(', ')}.`,
    );
  return [...routeAndParents(routes, route.parentId), route];
}

/** The budgets of the page of the shop and of the page of the panel that have the largest stylesheets. */
function styleBudgets(serverBuild: ServerBuild, sizeOf: (addresses: ReadonlySet<string>) => number): Budget[] {
  const pages = Object.keys(serverBuild.routes).map((id) => ({ id, bytes: sizeOf(stylesOf(serverBuild, id)) }));
  const largest = (isIncluded: (id: string) => boolean) =>
    pages.filter(({ id }) => isIncluded(id)).reduce((one, other) => (one.bytes >= other.bytes ? one : other));
  const [shop, panel] = [largest((id) => !isAdminRoute(id)), largest(isAdminRoute)];
  return [
    { name: `styles of ${shop.id}, the largest of all pages`, bytes: shop.bytes, limit: styleBudget },
    { name: `styles of ${panel.id}, the largest of the panel`, bytes: panel.bytes, limit: panelStyleBudget },
  ];
}

/** The addresses of a page's stylesheets: the one that all pages have, and those of its route and of the parent routes. */
function stylesOf({ routes, entry }: ServerBuild, id: string): Set<string> {
  const { stylesheet } = entry.module as typeof entry.module & { stylesheet: string };
  const linked = routeAndParents(routes, id).flatMap(({ module }) => module.links?.() ?? []);
  const sheets = linked.flatMap((link) => ('rel' in link && link.rel === 'stylesheet' ? [link.href ?? ''] : []));
  return new Set([stylesheet, ...sheets]);
}

/** The scripts of the admin panel that the page loads; there must be none. */
function adminScriptsOn(assets: Assets, id: string): Set<string> {
  const scripts = scriptsOf(assets, id);
  const adminScripts = Object.keys(assets.routes)
    .filter(isAdminRoute)
    .flatMap((route) => assets.routes[route]?.module ?? []);
  return new Set(adminScripts.filter((file) => scripts.has(file)));
}

/** The sum of the files' bytes after Brotli compression, or uncompressed where there is no `.br` file. */
function sizeIn(client: string, addresses: ReadonlySet<string>): number {
  const files = [...addresses].map((address) => join(client, address));
  return files.reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0);
}

function lineOf({ name, bytes, limit }: Budget): string {
  const inKilobytes = (count: number) => `${(count / kilobyte).toFixed(1)} kB`;
  return `${bytes <= limit ? 'ok  ' : 'OVER'} ${inKilobytes(bytes).padStart(9)} of ${inKilobytes(limit).padStart(9)}  ${name}`;
}
