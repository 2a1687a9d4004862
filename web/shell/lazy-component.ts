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
  let failures = 0;
  return {
    loaded: () => component,
    async load() {
      const importing = failures === 0 ? importModule() : importAgain(importModule, failures);
      try {
        component ??= (await withinScriptTimeout(importing)).default;
      } catch (reason) {
        failures += 1;
        throw reason;
      }
      return component;
    },
  };
}

/** The name of the script in the built form of `() => import('./module.tsx')`. */
const importedScript = /import\([`'"]\.\/([\w.-]+\.js)[`'"]\)/;

/**
 * Imports a module whose script could not be loaded before. Browsers keep the failure of an address until the page is loaded again, so the
 * address gets a query.
 */
function importAgain<Module>(importModule: () => Promise<Module>, failures: number): Promise<Module> {
  const script = importedScript.exec(importModule.toString())?.[1];
  // `npm run dev` has no built form.
  if (script === undefined) return importModule();
  return import(/* @vite-ignore */ `/assets/${script}?${failures}`);
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
