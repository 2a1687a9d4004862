import { useSyncExternalStore } from 'react';

/** A value outside of React, shared by all components of a tab. */
export interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  /** Calls `notify` after each `set`. Returns an unsubscribe function. */
  subscribe(notify: () => void): () => void;
}

/** Creates a store. `follow` is called once, before the first subscriber is added; it updates the store until the page is closed. */
export function createStore<Value>(initial: Value, follow?: () => void): Store<Value> {
  let value = initial;
  let start = follow;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const notify of listeners) notify();
    },
    subscribe(notify) {
      start?.();
      start = undefined;
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
  };
}

/** The current value of a store; `serverValue` during server rendering and hydration. */
export function useStore<Value>(store: Store<Value>, serverValue: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => serverValue);
}
