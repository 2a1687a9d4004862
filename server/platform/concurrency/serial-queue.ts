export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one work at a time, in the order of the calls. A work that fails does not stop the next one. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}

export type KeyedSerialQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** A serial queue for each key. A key without running and waiting works uses no memory. */
export function createKeyedSerialQueue(): KeyedSerialQueue {
  const queues = new Map<string, { run: SerialQueue; works: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: createSerialQueue(), works: 0 };
    queues.set(key, queue);
    queue.works += 1;
    try {
      return await queue.run(work);
    } finally {
      queue.works -= 1;
      if (queue.works === 0) queues.delete(key);
    }
  };
}
