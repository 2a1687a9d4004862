import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import type { AskedAlert } from './alert-form.tsx';

const alertForm = lazyComponent(() => import('./alert-form.tsx'));

/** The form for an alert. It appears when its script is loaded. */
export function LoadedForm(props: AskedAlert) {
  const { Component } = useLazyComponent(alertForm);
  // Keeps the height of the form before it is opened, so that what follows does not move when the form appears.
  const height = { open: 'min-h-25', line: 'min-h-12', text: 'min-h-11' }[props.look];
  return <div className={height}>{Component && <Component {...props} />}</div>;
}
