import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which a long loop may keep other requests waiting. */
const usualShare = 12;

/**
 * Returns a function for a long loop to call at each step. It lets other requests run when the loop has been at work for `share`
 * milliseconds; most calls return at once.
 */
export function createPauses(share = usualShare): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < share) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
