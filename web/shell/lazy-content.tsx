import { type LazyComponent, useLazyComponent } from './lazy-component.ts';
import { LoadFailure } from './load-failure.tsx';

interface LazyContentProps<Props extends object> {
  of: LazyComponent<Props>;
  props: Props;
}

/** Shows a spinner while the script of the component loads, and a button to try again if it cannot be loaded. */
export function LazyContent<Props extends object>({ of, props }: LazyContentProps<Props>) {
  const { Component, hasFailed, ...failure } = useLazyComponent(of);
  if (Component) return <Component {...props} />;
  return hasFailed ? <LoadFailure {...failure} /> : <span className="spin mx-auto my-16 block" />;
}
