/**
 * Shares calls of `run` among concurrent callers. A caller never gets a result of a run that began before it called: while one
 * run is under way, all new callers share the next one. At most one run is under way at a time.
 */
export function coalesce<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;

  function start(): Promise<Result> {
    next = null;
    const started = run();
    const end = () => {
      if (current === started) current = null;
    };
    current = started;
    started.then(end, end);
    return started;
  }

  return () => {
    if (!current) return start();
    next ??= current.then(start, start);
    return next;
  };
}
