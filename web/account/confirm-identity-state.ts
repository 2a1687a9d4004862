// Whether the dialog that asks for the password is open, and which calls wait for its answer.
import { setIdentityConfirmation } from '../api.ts';
import { createStore } from '../ui/store.ts';

export const isConfirmingIdentity = createStore(false);
let waiting: PromiseWithResolvers<boolean> | null = null;

/** Opens the dialog once, however many calls need the password. */
setIdentityConfirmation(() => {
  waiting ??= Promise.withResolvers<boolean>();
  isConfirmingIdentity.set(true);
  return waiting.promise;
});

/** Closes the dialog; the calls that wait are repeated if the right password was given. */
export function closeIdentityConfirmation(isConfirmed: boolean): void {
  isConfirmingIdentity.set(false);
  waiting?.resolve(isConfirmed);
  waiting = null;
}
