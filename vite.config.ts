import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where much changes while somebody types or sorts. Elsewhere the compiler costs a visitor more to load than it saves (docs/decisions/0014). */
const formsAndTables = /\/web\/(account|admin|checkout)\//;

/** Two scripts instead of thirty (docs/decisions/0016). `entry.client.tsx` is none of them: it runs as soon as it is loaded. */
const onEveryPage = [
  { name: 'libraries', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  { name: 'site', test: /[\\/]web[\\/]root\.tsx/, priority: 1 },
];

// React Router brings its own refresh: only the compiler's preset of plugin-react is used.
export default defineConfig({
  plugins: [
    routeModuleLoading(),
    tailwindcss(),
    reactRouter(),
    babel({ include: formsAndTables, presets: [reactCompilerPreset()] }),
  ],
  // The Content-Security-Policy knows no data: for fonts, and a file that changes alone is cached alone.
  build: { assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: onEveryPage } } } } } },
});

/**
 * React Router answers a page's script that cannot be loaded by loading the document again, without a word and without
 * end. Ours waits SPEC.md's 120 seconds and then says so. The build fails when a new version of React Router no longer
 * has the module this replaces.
 */
function routeModuleLoading(): Plugin {
  const ours = fileURLToPath(new URL('web/shell/load-route-module.ts', import.meta.url));
  let replaced = false;
  return {
    name: 'lacquer:route-module-loading',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !importer?.includes('/react-router/dist/')) return null;
      replaced = true;
      return ours;
    },
    buildEnd(failure) {
      if (!failure && this.environment.name === 'client' && !replaced)
        this.error('React Router no longer imports routeModules.js: look at web/shell/load-route-module.ts');
    },
  };
}
