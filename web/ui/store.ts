import { useSyncExternalStore } from 'react';

/** A value outside of React, shared by all components of a tab. */
export interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  /** Calls `notify` after each `set`. Returns an unsubscribe function. */
  subscribe(notify: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const notify of listeners) notify();
    },
    subscribe(notify) {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
  };
}

/** The current value of a store; `serverValue` during server rendering and hydration. */
export function useStore<Value>(store: Store<Value>, serverValue: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => serverValue);
}
