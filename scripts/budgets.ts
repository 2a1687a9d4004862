// What a visitor's browser has to load, in bytes of the built files, against what it may be. Part of `npm run check`.
//
//   node scripts/budgets.ts      prints a line for each budget; exits with 1 when one is exceeded
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';

const build = join(import.meta.dirname, '..', 'build');
const kilobyte = 1_000;

/** By the page's id, its file below web/. Compressed with brotli, as nearly every browser requests it. */
const scriptBudgets: Record<string, number> = {
  'catalog/home': 130 * kilobyte,
  'catalog/product': 130 * kilobyte,
  'cart/cart-page': 130 * kilobyte,
  'checkout/payment-page': 130 * kilobyte,
  // Forms that check what is typed by the contract itself, and so bring its parser.
  'account/account-page': 165 * kilobyte,
};
const styleBudget = 15 * kilobyte;
const isOfAdmins = (id: string) => id.startsWith('admin/');

interface Budget {
  name: string;
  bytes: number;
  most: number;
}

process.exitCode = await main();

async function main(): Promise<number> {
  // As React Router's own bundler writes it.
  const serverBuild = (await import(join(build, 'server', 'index.js'))) as ServerBuild;
  const { assets } = serverBuild;
  const budgets = [
    ...Object.entries(scriptBudgets).map(([id, most]) => ({
      name: `scripts of ${id}`,
      bytes: sizeOf(scriptsOf(assets, id)),
      most,
    })),
    { name: 'styles', bytes: sizeOf(new Set(stylesOf(serverBuild))), most: styleBudget },
    ...Object.keys(scriptBudgets).map((id) => adminCodeOn(assets, id)),
  ];
  for (const budget of budgets) console.log(lineOf(budget));
  return budgets.every(({ bytes, most }) => bytes <= most) ? 0 : 1;
}

type Assets = ServerBuild['assets'];

/** Everything that the page's first HTML requests. */
function scriptsOf({ entry, routes }: Assets, id: string): Set<string> {
  const needed = [entry, ...routeAndParents(routes, id)];
  return new Set(needed.flatMap(({ module, imports = [] }) => [module, ...imports]));
}

function routeAndParents(routes: Assets['routes'], id: string | undefined): NonNullable<Assets['routes'][string]>[] {
  if (id === undefined) return [];
  const route = routes[id];
  if (!route)
    throw new Error(
      `The build has no route ${id}: has a file in web/ moved? It has ${Object.keys(routes).join(', ')}.`,
    );
  return [...routeAndParents(routes, route.parentId), route];
}

/** The one that every page links, and what single pages would add to it. */
function stylesOf({ assets: { routes }, entry }: ServerBuild): string[] {
  const { stylesheet } = entry.module as typeof entry.module & { stylesheet: string };
  return [stylesheet, ...Object.values(routes).flatMap((route) => route?.css ?? [])];
}

/** What only admins need: no other page may load it. */
function adminCodeOn(assets: Assets, id: string): Budget {
  const scripts = scriptsOf(assets, id);
  const admins = Object.keys(assets.routes).filter(isOfAdmins);
  const strays = admins.flatMap((admin) => assets.routes[admin]?.module ?? []).filter((file) => scripts.has(file));
  return { name: `code of the admin panel on ${id}`, bytes: sizeOf(new Set(strays)), most: 0 };
}

/** Compressed, as they go over the wire. */
function sizeOf(addresses: ReadonlySet<string>): number {
  const files = [...addresses].map((address) => join(build, 'client', address));
  return files.reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0);
}

function lineOf({ name, bytes, most }: Budget): string {
  const inKilobytes = (count: number) => `${(count / kilobyte).toFixed(1)} kB`;
  return `${bytes <= most ? 'ok  ' : 'OVER'} ${inKilobytes(bytes).padStart(9)} of ${inKilobytes(most).padStart(9)}  ${name}`;
}
