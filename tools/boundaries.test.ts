import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');

/** Importing file, imported path, and the beginning of the reason it is refused with. */
const refused: [from: string, to: string, reason: string][] = [
  ['contract/money.ts', '#server/settings.ts', 'contract/ runs anywhere'],
  ['contract/money.ts', '../web/session.ts', 'contract/ runs anywhere'],
  ['contract/money.ts', 'node:fs', 'contract/ runs anywhere'],
  ['contract/money.ts', 'kysely', 'contract/ runs anywhere'],
  ['contract/money.test.ts', '#server/settings.ts', 'contract/ runs anywhere'],
  ['web/cart/cart-page.tsx', '#server/cart/cart.ts', 'The web floor never imports the server'],
  ['web/cart/cart-page.tsx', '../../server/cart/cart.ts', 'The web floor never imports the server'],
  ['web/ui/dialog.tsx', '#server/cart/cart.ts', 'The web floor never imports the server'],
  ['web/ui/dialog.tsx', 'react-router', 'web/ui knows no router'],
  ['web/ui/dialog.tsx', '../api.ts', 'web/ui would suit any shop'],
  ['web/ui/dialog.tsx', '#web/cart/cart-line.tsx', 'web/ui would suit any shop'],
  ['web/ui/dialog.tsx', '#contract/catalog.ts', 'web/ui would suit any shop'],
  ['server/app.ts', '#web/session.ts', 'The server never imports the web floor'],
  ['server/cart/cart.ts', '../../web/session.ts', 'The server never imports the web floor'],
  ['server/cart/cart.test.ts', '#web/session.ts', 'The server never imports the web floor'],
  ['server/cart/cart.ts', '../catalog/catalog.queries.ts', 'A room imports only'],
  ['server/cart/cart.ts', '#server/catalog/catalog.queries.ts', 'A room imports only'],
  ['server/cart/cart.queries.ts', '../catalog/listing-shape.ts', 'A room imports only'],
  ['server/cart/cart.ts', '../testing/fresh-shop.ts', 'A room imports only'],
  ['server/cart/cart.ts', '../catalog/catalog.routes.ts', 'A door is opened by app.ts alone'],
  ['server/cart/cart.ts', './cart.routes.ts', 'A door is opened by app.ts alone'],
  ['server/demo/collection.ts', '#server/catalog/catalog.routes.ts', 'A door is opened by app.ts alone'],
  ['server/cart/cart.ts', '../app.ts', 'app.ts mounts the rooms'],
];

const allowed: [from: string, to: string][] = [
  ['contract/cart.ts', 'zod'],
  ['contract/cart.ts', './money.ts'],
  ['contract/cart.ts', '#contract/money.ts'],
  ['contract/cart.test.ts', 'vitest'],
  ['web/cart/cart-page.tsx', '#contract/cart.ts'],
  ['web/cart/cart-page.tsx', 'react-router'],
  ['web/cart/cart-page.tsx', '../api.ts'],
  ['web/ui/dialog.tsx', './button.tsx'],
  ['web/ui/dialog.tsx', 'react'],
  ['server/app.ts', './cart/cart.routes.ts'],
  ['server/cart/cart.ts', '../catalog/catalog.ts'],
  ['server/cart/cart.ts', '#server/catalog/catalog.ts'],
  ['server/cart/cart.ts', './cart.queries.ts'],
  ['server/cart/cart.ts', '#contract/cart.ts'],
  ['server/cart/cart.routes.ts', '../http/handlers.ts'],
  ['server/cart/cart.queries.ts', '../database/tables.ts'],
  ['server/cart/cart.ts', '../settings.ts'],
  ['server/cart/cart.test.ts', '../testing/fresh-shop.ts'],
  ['server/cart/cart.test.ts', './cart.routes.ts'],
];

const folder = mkdtempSync(join(tmpdir(), 'lacquer-boundaries-'));
let said: Map<string, string>;

beforeAll(async () => {
  cpSync(join(root, 'biome.jsonc'), join(folder, 'biome.jsonc'));
  const imports = new Map<string, string[]>();
  for (const [from, to] of [...refused, ...allowed]) imports.set(from, [...(imports.get(from) ?? []), to]);
  for (const [from, paths] of imports) {
    mkdirSync(dirname(join(folder, from)), { recursive: true });
    writeFileSync(join(folder, from), paths.map((path, n) => `import { x${n} } from '${path}';\n`).join(''));
  }
  said = await lint(imports);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a boundary of ARCHITECTURE.md', () => {
  test.each(refused)('%s may not import %s', (from, to, reason) => {
    expect(said.get(`${from} ${to}`)).toMatch(new RegExp(`^${reason}`));
  });

  test.each(allowed)('%s may import %s', (from, to) => {
    expect(said.get(`${from} ${to}`)).toBeUndefined();
  });
});

const report = z.object({
  diagnostics: z.array(
    z.object({ message: z.string(), location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }) }),
  ),
});

/** The reasons of lint, by `<importing file> <imported path>`. */
async function lint(imports: Map<string, string[]>): Promise<Map<string, string>> {
  const words = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json'];
  const output = await new Promise<string>((done) => {
    execFile(join(root, 'node_modules', '.bin', 'biome'), words, { cwd: folder }, (_failure, stdout) => done(stdout));
  });
  const { diagnostics } = report.parse(JSON.parse(output));
  return new Map(
    diagnostics.map(({ message, location: { path, start } }) => [
      `${path} ${imports.get(path)?.[start.line - 1]}`,
      message,
    ]),
  );
}
