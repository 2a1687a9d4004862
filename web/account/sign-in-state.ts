// Whether the sign-in dialog is open, and what happens after the sign-in. Any module may open it.
import { setSessionRecovery } from '../api.ts';
import { browserPath } from '../language/language.ts';
import { createStore } from '../ui/store.ts';

export interface SignInOptions {
  mode?: 'signin' | 'register';
  email?: string;
  /**
   * Where to go after signing in: to payment with the cart, or to a URL of the admin panel. Otherwise the user stays on
   * the page.
   */
  continueTo?: 'payment' | { panel: string };
  /** Does what the user wanted to do. Called after the sign-in, not if the dialog is closed without one. */
  onSignedIn?: () => void;
  /** Whether the dialog opens because the session expired during use. */
  sessionExpired?: boolean;
}

/** The options that the dialog was opened with; null while it is closed. */
export const signInOpening = createStore<SignInOptions | null>(null);
/** Resolves the promise of the waiting `signInAgain`; null if none waits. */
let resolveWaiting: ((signedInAs: string | null) => void) | null = null;

export function openSignIn(options: SignInOptions = {}): void {
  resolveWaiting?.(null);
  signInOpening.set(options);
}

/** Closes the dialog. `signedInAs` is the email of the user who signed in, or null. */
export function closeSignIn(signedInAs: string | null): void {
  signInOpening.set(null);
  const resolve = resolveWaiting;
  resolveWaiting = null;
  resolve?.(signedInAs);
}

let pending: Promise<boolean> | null = null;

/**
 * Opens the dialog because the session expired during use, only once however many calls were answered 401. If the user
 * does not sign in, or signs in as somebody else, the browser goes to the home page.
 */
setSessionRecovery((email) => {
  pending ??= signInAgain(email).finally(() => {
    pending = null;
  });
  return pending;
});

async function signInAgain(email: string): Promise<boolean> {
  const signedInAs = await new Promise<string | null>((resolve) => {
    openSignIn({ email, sessionExpired: true });
    resolveWaiting = resolve;
  });
  if (signedInAs === email) return true;
  if (signedInAs === null) window.dispatchEvent(new Event('userLoggedOut'));
  else window.location.assign(browserPath('/'));
  return false;
}
