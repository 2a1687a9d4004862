export type SerialQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Runs one task at a time, in the order of the calls. A task that fails does not stop the next one. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}

export type KeyedSerialQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** A serial queue for each key. A key without running or waiting tasks uses no memory. */
export function createKeyedSerialQueue(): KeyedSerialQueue {
  const queues = new Map<string, { run: SerialQueue; tasks: number }>();
  return async (key, task) => {
    const queue = queues.get(key) ?? { run: createSerialQueue(), tasks: 0 };
    queues.set(key, queue);
    queue.tasks += 1;
    try {
      return await queue.run(task);
    } finally {
      queue.tasks -= 1;
      if (queue.tasks === 0) queues.delete(key);
    }
  };
}
