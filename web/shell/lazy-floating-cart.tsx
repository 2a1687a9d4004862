import { useEffect, useState } from 'react';
import { lazyComponent, useLazyComponent } from './lazy-component.ts';

const floatingCart = lazyComponent(() => import('./floating-cart.tsx'));

/** The floating cart, where there is a pointer that can come near it. Its script is loaded after the page is. */
export function LazyFloatingCart() {
  const [canHover, setCanHover] = useState(false);
  useEffect(() => setCanHover(window.matchMedia('(hover: hover)').matches), []);
  return canHover && <LoadedFloatingCart />;
}

/** If the script cannot be loaded, the cart button of the header is left. */
function LoadedFloatingCart() {
  const { Component } = useLazyComponent(floatingCart);
  return Component && <Component />;
}
