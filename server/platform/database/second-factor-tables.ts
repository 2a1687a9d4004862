import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

export interface AuthenticatorAppsTable {
  user_id: string;
  /** Ciphertext of the key that the app has too. */
  key_sealed: string;
  /** The time step of the last accepted code, in steps of 30 seconds (RFC 6238). Codes of this or an earlier step are refused. */
  last_counter: number;
  created_at: Milliseconds;
  /** Null until the first code was given. */
  enabled_at: Milliseconds | null;
  last_used_at: Milliseconds | null;
}

/** The recovery codes that were not used yet. A used one is deleted. */
export interface RecoveryCodesTable {
  /** SHA-256, hex. */
  code_hash: string;
  user_id: string;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  /** Made by the device, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** The counter in its last signature; 0 for devices that do not count. */
  counter: number;
  /** JSON array: how a browser reaches the device. */
  transports: string;
  /** The host name of the shop when the passkey was made. It works with no other host name. */
  rp_id: string;
  name: string;
  created_at: Milliseconds;
  last_used_at: Milliseconds | null;
}

/**
 * What a challenge is for: a sign-in whose password was right and which waits for the second factor; a passkey that is being
 * added; a session that a passkey confirms.
 */
export type ChallengePurpose = 'sign-in' | 'new passkey' | 'confirmation';

export interface SignInChallengesTable {
  /** SHA-256, hex. */
  token_hash: string;
  user_id: string;
  expires_at: Milliseconds;
  purpose: ChallengePurpose;
}

export interface SecondFactorRuleTable {
  /** Always 1. */
  id: number;
  /** Whether every admin needs a second factor. Without a row they do not. */
  required: Flag;
}
