import { isIP } from 'node:net';
import { durations } from '#contract/limits.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts';
import type { PasskeysTable } from '#server/platform/database/second-factor-tables.ts';
import type { Settings } from '#server/settings.ts';

/** Loaded with the first passkey that is verified: it takes 30 MB of memory, and many shops have no passkey (decision 0025). */
const webauthn = () => import('@simplewebauthn/server');

/** Call it before a transaction that verifies a passkey, because the first time takes half a second. */
export async function loadWebauthn(): Promise<void> {
  await webauthn();
}

/** COSE algorithm identifiers, in the order of preference: EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** The shop as passkeys know it. A passkey belongs to one host name and works on no other one. */
export interface RelyingParty {
  /** The host name of PUBLIC_URL. */
  id: string;
  origin: string;
}

/** Null if browsers refuse passkeys at PUBLIC_URL: they need a name instead of an IP address, and https except on localhost. */
export function findRelyingParty({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || (protocol !== 'https:' && !isLocal) ? null : { id: hostname, origin };
}

type StoredPasskey = Pick<PasskeysTable, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

interface NewPasskeyRequest {
  challenge: string;
  party: RelyingParty;
  shopName: string;
  user: { id: string; name: string; email: string };
  /** A device that holds one of these passkeys refuses to create another one. */
  existing: readonly StoredPasskey[];
}

/** For `navigator.credentials.create()`. Asks for no attestation, because the shop does not need the model of the device. */
export function creationOptions(request: NewPasskeyRequest): PasskeyCreationOptions {
  const { challenge, party, shopName, user, existing } = request;
  return {
    challenge,
    rp: { id: party.id, name: shopName },
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: durations.secondFactor,
    attestation: 'none',
    excludeCredentials: existing.map(presentCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  };
}

/** For `navigator.credentials.get()`. */
export function requestOptions(
  challenge: string,
  party: RelyingParty,
  passkeys: readonly StoredPasskey[],
): PasskeyRequestOptions {
  return {
    challenge,
    rpId: party.id,
    timeout: durations.secondFactor,
    allowCredentials: passkeys.map(presentCredential),
    userVerification: 'required',
  };
}

/**
 * What the database stores of a new passkey. Null unless the response answers this challenge of this shop and the device has verified the
 * user.
 */
export async function verifyNewPasskey(
  party: RelyingParty,
  { id, response }: NewPasskey,
  challenge: string,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await webauthn();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(transports),
    };
  } catch {
    // The library throws for everything that is wrong with what the browser has sent.
    return null;
  }
}

/**
 * The new signature counter of a passkey. Null unless the passkey has signed this challenge of this shop, the device has verified the user,
 * and the counter is higher than the stored one: otherwise the passkey may be a copy. Passkeys without a counter always send 0, which is
 * accepted while 0 is stored.
 */
export async function verifyPasskeyAnswer(
  party: RelyingParty,
  stored: StoredPasskey,
  { response }: PasskeyAnswer,
  challenge: string,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { credential_id: id, public_key, counter } = stored;
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for everything that is wrong with what the browser has sent.
    return null;
  }
}

/** The challenge that was signed; null if the text is not what a browser sends. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    if (typeof clientData !== 'object' || clientData === null || !('challenge' in clientData)) return null;
    return typeof clientData.challenge === 'string' ? clientData.challenge : null;
  } catch {
    return null;
  }
}

function presentCredential({ credential_id, transports }: StoredPasskey) {
  // `verifyNewPasskey` writes an array of strings.
  return { id: credential_id, type: 'public-key' as const, transports: JSON.parse(transports) as string[] };
}
