import type { Config } from '@react-router/dev/config';
import { compressAssets } from './tools/compress-assets.ts';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The site map is small: sent whole, so that no address is asked for before a page is.
  routeDiscovery: { mode: 'initial' },
  // One script per page: a loader in a script of its own would be fetched past web/shell/load-route-module.ts.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compressAssets(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
