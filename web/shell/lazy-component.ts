import { type ComponentType, useEffect, useState } from 'react';
import { withinScriptTimeout } from './script-timeout.ts';

/** A component whose script is not part of the page and is loaded when it is needed, or shortly before. */
export interface LazyComponent<Props> {
  /** The component; null until its script is loaded. */
  loaded(): ComponentType<Props> | null;
  /** Rejects when the script cannot be loaded. The next call tries again. */
  load(): Promise<ComponentType<Props>>;
}

/** Like React's `lazy`, but a failed load can be repeated and does not throw during rendering. */
export function lazyComponent<Props>(
  importModule: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null;
  return {
    loaded: () => component,
    async load() {
      component ??= (await withinScriptTimeout(importModule())).default;
      return component;
    },
  };
}

export interface LazyComponentState<Props> {
  Component: ComponentType<Props> | null;
  hasFailed: boolean;
  /** Whether the script is requested again after a failure. `hasFailed` stays true meanwhile. */
  isRetrying: boolean;
  retry: () => void;
}

/** Loads a lazy component from the first render on. Render <LoadFailure> when `hasFailed`. */
export function useLazyComponent<Props>(lazy: LazyComponent<Props>): LazyComponentState<Props> {
  const [Component, setComponent] = useState(() => lazy.loaded());
  const [attempt, setAttempt] = useState(1);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    lazy.load().then(
      (component) => isCurrent && setComponent(() => component),
      () => isCurrent && setFailures(attempt),
    );
    return () => {
      isCurrent = false;
    };
  }, [lazy, attempt]);
  return {
    Component,
    hasFailed: failures > 0,
    isRetrying: failures > 0 && failures < attempt,
    retry: () => setAttempt(failures + 1),
  };
}
