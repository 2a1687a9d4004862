import { useSyncExternalStore } from 'react';

/** False on the server and while the browser hydrates the server's page; true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isInBrowser, isOnServer);
}

const subscribeToNothing = () => () => {};
const isInBrowser = () => true;
const isOnServer = () => false;
