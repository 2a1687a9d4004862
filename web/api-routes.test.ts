import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { adminRoutes } from './admin-routes.ts';
import { apiRoutes } from './api-routes.ts';

test('apiRoutes and adminRoutes have the method and path of every endpoint of the contract', () => {
  const contract = Object.fromEntries(Object.entries(api).map(([name, { method, path }]) => [name, [method, path]]));
  expect({ ...apiRoutes, ...adminRoutes }).toEqual(contract);
});
