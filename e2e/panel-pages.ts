import { addressOf, sections } from '../web/admin/sections.ts';
import { addressOfSettings, settingsPages } from '../web/admin/settings/settings-pages.ts';
import type { AdminApi } from './admin-api.ts';

/** A piece of the demo. */
const panelPiece = 'red-river-moon';

/**
 * Every page of the panel in a shop with the demo and simulated payments, except the result of an import. Adds a draft of a condition
 * report, whose page is one of them.
 */
export async function panelPaths(adminApi: AdminApi): Promise<string[]> {
  const [[order], [artist], [series]] = [await adminApi.orders(), await adminApi.artists(), await adminApi.series()];
  const report = await adminApi.beginsConditionReport(panelPiece);
  const below = (path: string, ends: readonly string[]) => ends.map((end) => `/admin/${path}/${end}`);
  return [
    ...sections.filter((section) => !('onlyWithProcessor' in section)).map(({ id }) => addressOf(id)),
    ...settingsPages.map(({ id }) => addressOfSettings(id)),
    ...below('settings/translations', [`listing/${panelPiece}`, 'shop/home', 'shop/policies']),
    ...below('artists', ['series', `series/${series?.id}`, `${artist?.id}`]),
    ...below('products', ['private', 'certificates', 'catalogues', 'intake', 'waiting', 'import']),
    ...below('products', [`condition/${report.id}`, `close-look/${panelPiece}`]),
    ...below('orders', ['bank', 'returns', `${order?.id}`]),
  ];
}
