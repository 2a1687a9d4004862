import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { reportBundles } from './scripts/build-progress.ts';
import { reactCompiler } from './scripts/pages/react-compiler.ts';
import { markTexts, writeEnglish } from './scripts/translations/compile-texts.ts';
import { languageMarker } from './scripts/translations/markers.ts';

/** Small modules of nearly every page. Without a group, each would become a script of its own. */
const small = [
  'ui/capped-sizes',
  'ui/skeleton',
  'ui/use-is-late',
  'catalog/live-mark',
  'catalog/page-meta',
  'catalog/sort-names',
  'catalog/listing-loading',
  'catalog/listing-summary',
  'catalog/sort',
  'enquiries/enquired-listing',
  'shell/history-steps',
  'ui/field',
];

/** Small modules that product pages share with the viewer and with the panel. */
const ofPieces = ['picture-kinds', 'close-look/look-icon', 'close-look/look-paths', 'close-look/viewer-state'];

/**
 * The three scripts that pages share, so that each loads few scripts (docs/decisions/0016-scripts-after-paint.md). `entry.client.tsx` is
 * in none: it runs when it is loaded, which would be before the routes are registered.
 */
const shared = [
  { name: 'libraries', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  { name: 'site', test: modules(['root', ...small]), priority: 1 },
  { name: 'pieces', test: modules(ofPieces), priority: 1 },
];

/**
 * The modules of React Router, by the ends of their paths, that the browser's scripts replace by files of web/shell/. Its own
 * `routeModules.js` reloads the document when the script of a page cannot be loaded, possibly again and again, and shows no message; ours
 * waits 120 seconds and then shows an error (docs/behaviour/pages.md, 14). The other two do nothing in this shop.
 */
const routerModules = {
  '/routeModules.js': 'load-route-module.ts',
  '/instrumentation.js': 'without-instrumentation.ts',
  '/fog-of-war.js': 'without-route-discovery.ts',
};

// A build has markers in place of the texts, and scripts/pages/write-languages.ts writes each language from it and minifies it. Development
// has English.
export default defineConfig(({ command }) => ({
  plugins: [
    reportBundles(),
    replacedRouterModules(),
    tailwindcss(),
    markTexts(),
    reactCompiler(),
    ...(command === 'build' ? [] : [writeEnglish()]),
    reactRouter(),
  ],
  define: { 'import.meta.env.PAGE_LANGUAGE': command === 'build' ? languageMarker : '"en"' },
  // The Content-Security-Policy forbids data: addresses for fonts, and a separate file is cached separately.
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // Libraries of every page are found at the start of `npm run dev`; one that is found later reloads all pages.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}'] },
  // The shop and the tests write there while they run.
  server: { watch: { ignored: ['**/data/**', '**/test-results/**'] } },
  environments: {
    client: {
      build: {
        minify: false,
        cssMinify: 'lightningcss',
        // The minifier reads the annotations.
        rolldownOptions: {
          output: { codeSplitting: { groups: shared }, comments: { annotation: true, jsdoc: false, legal: false } },
        },
      },
    },
  },
}));

/** Matches files of web/ and contract/. `names`: their paths below that directory, without extensions. */
function modules(names: readonly string[]): RegExp {
  return new RegExp(`[\\\\/](web|contract)[\\\\/](${names.join('|')})\\.tsx?$`);
}

/** Replaces `routerModules`. The build fails when React Router no longer imports one of them. */
function replacedRouterModules(): Plugin {
  const missing = new Set(Object.keys(routerModules));
  return {
    name: 'lacquer:replaced-router-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      // Without it, the bundler would call this function for each import of all modules.
      filter: {
        id: new RegExp(
          `(${Object.keys(routerModules)
            .map((end) => end.replace('.', '\\.'))
            .join('|')})$`,
        ),
      },
      handler(source, importer) {
        if (!importer?.includes('/react-router/dist/')) return null;
        const replaced = Object.entries(routerModules).find(([end]) => source.endsWith(end));
        if (!replaced) return null;
        const [end, ours] = replaced;
        missing.delete(end);
        return fileURLToPath(new URL(`web/shell/${ours}`, import.meta.url));
      },
    },
    buildEnd(failure) {
      if (!failure && missing.size > 0)
        this.error(`React Router no longer imports ${[...missing].join(', ')}: look at vite.config.ts`);
    },
  };
}
