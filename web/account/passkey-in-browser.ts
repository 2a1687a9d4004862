import { t } from '@lingui/core/macro';
import type { NewPasskey, PasskeyAnswer, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts';

/** The passkey from the browser's dialog, or why there is none. */
export type Outcome<Passkey> = { passkey: Passkey } | PasskeyFailure;

export interface PasskeyFailure {
  message: string;
  /** Whether the person closed the dialog or did not answer it, which is not an error. */
  isStopped: boolean;
}

/** Imports the library for passkeys. Browsers load it only when somebody uses a passkey (decision 0025). */
const webauthn = () => import('@simplewebauthn/browser');

/** Lets the device make a passkey. Never throws. */
export function makePasskey(options: PasskeyCreationOptions): Promise<Outcome<NewPasskey>> {
  return attempt(async () => (await webauthn()).startRegistration({ optionsJSON: options }), {
    stopped: t`No passkey was made: the dialog was closed, or took too long.`,
    failed: t`The passkey could not be made. Please try again.`,
  });
}

/** Asks the device for one of the passkeys. Never throws. */
export function askForPasskey(options: PasskeyRequestOptions): Promise<Outcome<PasskeyAnswer>> {
  return attempt(async () => (await webauthn()).startAuthentication({ optionsJSON: options }), {
    stopped: t`No passkey was used: the dialog was closed, or took too long. Try again, or use another way.`,
    failed: t`The passkey could not be used. Please try again, or use another way.`,
  });
}

async function attempt<Passkey>(
  ask: () => Promise<Passkey>,
  words: { stopped: string; failed: string },
): Promise<Outcome<Passkey>> {
  if (typeof PublicKeyCredential === 'undefined')
    return { isStopped: false, message: t`This browser cannot use passkeys here.` };
  try {
    return { passkey: await ask() };
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return { isStopped: true, message: words.stopped };
    return { isStopped: false, message: failures[name] ?? words.failed };
  }
}

/** The messages for errors, by the name that the WebAuthn standard gives them. */
const failures: Readonly<Record<string, string>> = {
  InvalidStateError: t`This device has a passkey for your account already.`,
  ConstraintError: t`This device cannot check that it is you, with a fingerprint, face or PIN.`,
  NotSupportedError: t`This device cannot make passkeys for this shop.`,
  SecurityError: t`Passkeys work only at the address that the shop has in its settings. Please open the shop there.`,
};
