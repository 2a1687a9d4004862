import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { useShop } from '../shell/shop.ts';
import type { AskedPiece } from './alert-form.tsx';

const alertForm = lazyComponent(() => import('./alert-form.tsx'));

/** Offers an email when a piece that nobody can buy now is free again (docs/behaviour/alerts.md). Nothing where alerts are off. */
export function AlertWhenFree(props: AskedPiece) {
  return useShop().emails.alerts && <LoadedForm {...props} />;
}

function LoadedForm(props: AskedPiece) {
  const { Component } = useLazyComponent(alertForm);
  // The height of the closed part, so that what follows does not move when it arrives.
  return <div className={props.isSold ? 'min-h-25' : 'min-h-11'}>{Component && <Component {...props} />}</div>;
}
