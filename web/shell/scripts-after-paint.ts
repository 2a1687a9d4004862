import { afterFirstPicture } from './first-picture.ts';

/**
 * Changes a rendered document so that its scripts are loaded after it has been painted and its first picture is loaded
 * (docs/decisions/0016). Before that they would compete with the picture; links work without scripts.
 *
 * React Router's <Scripts> renders a preload link for each script, which browsers load with high priority, and a module
 * that begins with imports. A document without that module is returned unchanged; `e2e/speed.e2e.ts` fails then.
 */
export function scriptsAfterPaint(html: string): string {
  if (!starter.test(html)) return html;
  const preloads = [...html.matchAll(preloadLink)].map(([, address]) => address);
  return html
    .replaceAll(preloadLink, '')
    .replace(starter, (_whole, tag: string, start: string) => tag + afterPaint(preloads) + asDynamicImports(start));
}

const preloadLink = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[^"]*")?\/>/g;
const starter = /(<script(?: nonce="[^"]*")? type="module"(?: nonce="[^"]*")? async="">)([^<]*)/;

const afterPaint = (
  preloads: readonly (string | undefined)[],
) => `${afterFirstPicture}for (const href of ${JSON.stringify(preloads)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`;

/** Makes the imports of a module dynamic: these are loaded when their line runs, others before the first line of the module runs. */
function asDynamicImports(start: string): string {
  return start
    .replaceAll(/^ *import \* as (\w+) from ("[^"]+");/gm, 'const $1 = await import($2);')
    .replaceAll(/^ *import ("[^"]+");/gm, 'await import($1);');
}
