import type { Config } from '@react-router/dev/config';
import { compressAssets } from './scripts/compress-assets.ts';

/** The language of the pages that are built, as in vite.config.ts. */
const language = process.env.PAGE_LANGUAGE ?? 'en';

export default {
  appDirectory: 'web',
  ...(language === 'en'
    ? { buildDirectory: 'build' }
    : { buildDirectory: `build/${language}`, basename: `/${language}` }),
  ssr: true,
  // The list of routes is small. Sent whole, it saves a request for the route before each navigation.
  routeDiscovery: { mode: 'initial' },
  // One script per page: a separate script for the loader would be loaded without web/shell/load-route-module.ts.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compressAssets(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
