import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import type { AskedAlert } from './alert-form.tsx';

const alertForm = lazyComponent(() => import('./alert-form.tsx'));

/** The form, once its script is there. */
export function LoadedForm(props: AskedAlert) {
  const { Component } = useLazyComponent(alertForm);
  // The height of the closed part, so that what follows does not move when it arrives.
  const height = { open: 'min-h-25', line: 'min-h-12', text: 'min-h-11' }[props.look];
  return <div className={height}>{Component && <Component {...props} />}</div>;
}
