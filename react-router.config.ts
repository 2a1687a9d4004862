import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  // The pages with markers in place of the texts; the languages are written from them (scripts/build-when-stale.ts).
  buildDirectory: process.env.BUNDLE_DIRECTORY ?? 'build/bundle',
  ssr: true,
  // The list of routes is small. Sent whole, it saves a request for the route before each navigation.
  routeDiscovery: { mode: 'initial' },
  // One script per page: a separate script for the loader would be loaded without web/shell/load-route-module.ts.
  splitRouteModules: false,
} satisfies Config;
