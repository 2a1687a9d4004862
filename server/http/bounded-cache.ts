/** What was not asked for longest goes first when there is no more room. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** `sizeOf` answers bytes, roughly; all values together take at most `capacity` of them. */
export function createBoundedCache<Value>(capacity: number, sizeOf: (value: Value) => number): BoundedCache<Value> {
  /** In the order they were last asked for. */
  const values = new Map<string, Value>();
  let size = 0;

  function remove(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    size -= sizeOf(value);
    values.delete(key);
  }

  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      values.set(key, value);
      size += sizeOf(value);
      for (const oldest of values.keys()) {
        if (size <= capacity) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
