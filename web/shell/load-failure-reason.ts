import { t } from '@lingui/core/macro';
/** Whether the browser reports that it is offline. False on the server. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

/** The probable reason why a script could not be loaded, as a text for visitors. */
export function loadFailureReason(): string {
  return isOffline()
    ? t`You seem to be offline. Check the connection and try again.`
    : t`The connection may have been lost, or a new version of the shop was put in place.`;
}
