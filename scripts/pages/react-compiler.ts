import { transform } from 'oxc-transform-react';
import type { Plugin } from 'vite';

/** The React Compiler is used only here: elsewhere its code costs more to load than it saves (docs/decisions/0014-react-compiler.md). */
const formsAndTables = /\/web\/(account|admin|checkout)\/.*\.tsx?$/;
/** Files of web/checkout/ that the compiler leaves out, because nobody types into what they show. */
const shownOnce = /\/checkout\/(hold-note|payment-success|profile-note|unavailable-listings|unpaid-note)\.tsx$/;
const isClient = ({ name }: { name: string }) => name === 'client';

/** Files in which the compiler finds nothing to do, or that it does not understand. */
const leftAsTheyAre = /\/admin\/(settings\/delivery\/country-picker|products\/bulk\/selection-column)\.tsx$/;

const hasToBeCompiled = (id: string, code: string) =>
  formsAndTables.test(id) &&
  id.endsWith('.tsx') &&
  ![shownOnce, leftAsTheyAre].some((one) => one.test(id)) &&
  /\bjsxs?\)?\(/.test(code);

/** Whether the bundled code of a file calls the compiler's runtime. */
const isCompiled = (code: string) => /compiler_runtime\w*\.c\)/.test(code);

/** The Vite plugin of the React Compiler. Its syntax tree has to be the one of the source, so it comes before Vite's own transforms. */
export function reactCompiler(): Plugin {
  let isBuild = false;
  return {
    name: 'lacquer:react-compiler',
    enforce: 'pre',
    applyToEnvironment: isClient,
    config: () => ({ optimizeDeps: { include: ['react/compiler-runtime'] } }),
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? Object.entries(one.modules) : []));
      const skipped = chunks.flatMap(([id, { code }]) =>
        code && hasToBeCompiled(id, code) && !isCompiled(code) ? [id] : [],
      );
      if (skipped.length > 0)
        this.error(
          `The React Compiler has skipped ${skipped.length} files, such as ${skipped[0]}: look at scripts/pages/react-compiler.ts`,
        );
    },
    transform: {
      filter: { id: { include: formsAndTables, exclude: shownOnce } },
      async handler(source, id) {
        const options = { jsx: 'preserve', reactCompiler: true, sourcemap: !isBuild } as const;
        const { code, map, errors } = await transform(id, source, options);
        const [error] = errors;
        if (error) this.error(`${error.message}\n${error.codeframe ?? ''}`);
        return { code, map: map ?? null };
      },
    },
  };
}
