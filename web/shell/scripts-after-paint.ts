/**
 * Has a rendered document load its scripts once it has been painted (docs/decisions/0016). Until then they would only share
 * the line with the letters and the picture that the visitor came for, and what a page shows works as links without them.
 *
 * React Router's <Scripts> knows one way: a link for each script, which a browser takes for urgent, and a module that begins
 * with imports. A document in which these are not found is answered as it is; `e2e/speed.e2e.ts` would tell.
 */
export function scriptsAfterPaint(html: string): string {
  const preloads = [...html.matchAll(preloadLink)].map(([, address]) => address);
  const withoutLinks = html.replaceAll(preloadLink, '');
  return withoutLinks.replace(
    starter,
    (_whole, tag: string, start: string) => tag + afterPaint(preloads) + inTurn(start),
  );
}

const preloadLink = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const starter = /(<script type="module" async="">)([^<]*)/;

/** What nobody sees is not painted, and need not wait; milliseconds: nor does it wait for ever. */
const afterPaint = (preloads: readonly (string | undefined)[]) => `await new Promise((go) => {
  if (document.hidden) return go();
  new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
  setTimeout(go, 3000);
});
for (const href of ${JSON.stringify(preloads)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`;

/** An `import` declaration is loaded before the first line runs; a call when its turn comes. */
function inTurn(start: string): string {
  return start
    .replaceAll(/^\s*import \* as (\w+) from ("[^"]+");/gm, 'const $1 = await import($2);')
    .replaceAll(/^\s*import ("[^"]+");/gm, 'await import($1);');
}
