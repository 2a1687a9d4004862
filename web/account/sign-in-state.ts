// Whether the sign-in dialog is open, and what follows it. Callable from anywhere.
import { recoverSessionsBy } from '../api.ts';

export interface SignInOptions {
  mode?: 'signin' | 'register';
  email?: string;
  /** Where the way went when it was stopped: to the payment of what is in the cart. Else people stay where they are. */
  goOnTo?: 'payment';
  /** They were signed in, and the session ran out. */
  again?: boolean;
}

let opening: SignInOptions | null = null;
let answerWaiting: ((signedInAs: string | null) => void) | null = null;
const listeners = new Set<() => void>();

export function openSignIn(options: SignInOptions = {}): void {
  answerWaiting?.(null);
  setOpening(options);
}

/** Closes the dialog; `signedInAs` is the email of who signed in, null when nobody did. */
export function closeSignIn(signedInAs: string | null): void {
  setOpening(null);
  const answer = answerWaiting;
  answerWaiting = null;
  answer?.(signedInAs);
}

export function signInOpening(): SignInOptions | null {
  return opening;
}

export function subscribeToSignIn(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

let asking: Promise<boolean> | null = null;

/**
 * A session that ran out while it was used: asked for once, however many calls found it dead. Whoever does not sign in,
 * or signs in as somebody else, is led home.
 */
recoverSessionsBy((email) => {
  asking ??= ask(email).finally(() => {
    asking = null;
  });
  return asking;
});

async function ask(email: string): Promise<boolean> {
  const signedInAs = await new Promise<string | null>((answer) => {
    openSignIn({ email, again: true });
    answerWaiting = answer;
  });
  if (signedInAs === email) return true;
  if (signedInAs === null) window.dispatchEvent(new Event('userLoggedOut'));
  else window.location.assign('/');
  return false;
}

function setOpening(next: SignInOptions | null): void {
  opening = next;
  for (const listener of listeners) listener();
}
