import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { line, pathId } from './text.ts';

/** A base64url text of at most `maximum` characters. Only the form is checked here; the server verifies the signature. */
const base64url = (maximum: number) =>
  z
    .string('A passkey is text')
    .max(maximum)
    .regex(/^[\w-]+$/, 'A passkey is base64url');
const credentialId = base64url(1_400);
const clientDataJSON = base64url(4_000);
const challenge = z.string('A challenge is text').max(limits.shortText);

/** The ways in which a browser can reach the device that has the passkey, for example `internal`, `usb` or `hybrid`. */
const transports = z.array(z.string().max(32)).max(8);

/** A passkey as `navigator.credentials.create()` returns it (RegistrationResponseJSON of WebAuthn). Other fields are ignored. */
const newPasskey = z.object({
  id: credentialId,
  response: z.object({ clientDataJSON, attestationObject: base64url(20_000), transports: transports.optional() }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/** The answer of a passkey from `navigator.credentials.get()` (AuthenticationResponseJSON of WebAuthn). Other fields are ignored. */
export const passkeyAnswer = z.object({
  id: credentialId,
  response: z.object({ clientDataJSON, authenticatorData: base64url(4_000), signature: base64url(2_000) }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

const knownCredential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** The options for `navigator.credentials.create()` (PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
});
export type PasskeyCreationOptions = z.infer<typeof creationOptions>;

/** The options for `navigator.credentials.get()` (PublicKeyCredentialRequestOptionsJSON). */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(knownCredential),
  userVerification: z.literal('required'),
});
export type PasskeyRequestOptions = z.infer<typeof requestOptions>;

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** False if the passkey was made when the shop had another host name, so that no browser can use it here. */
  usable: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyEndpoints = {
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/auth/second-factor/passkey',
    access: 'public',
    summary:
      'What a browser needs to ask for a passkey of the account that is signing in, with the challenge of the sign-in',
    body: z.object({ challenge }),
    reply: z.object({ options: requestOptions }),
    refuses: [409],
  }),
  beginPasskeyConfirmation: endpoint({
    method: 'POST',
    path: '/auth/confirm/passkey',
    access: 'customer',
    summary: 'What a browser needs to ask for a passkey that confirms who uses this session',
    reply: z.object({ options: requestOptions }),
    refuses: [409],
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/admin/second-factor/passkeys/new',
    access: 'viewer',
    confirmed: true,
    withoutSecondFactor: true,
    summary: 'What a browser needs to make a passkey',
    reply: z.object({ options: creationOptions }),
    refuses: [409],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/admin/second-factor/passkeys',
    access: 'viewer',
    confirmed: true,
    withoutSecondFactor: true,
    summary:
      'Add a passkey that the browser has made; returns recovery codes, which are shown once, if there were none',
    body: z.object({ name: line(limits.passkeyName, 'Please give the passkey a name'), passkey: newPasskey }),
    reply: z.object({ passkey, recoveryCodes: z.array(z.string()).nullable() }),
    status: 201,
    refuses: [409],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/admin/second-factor/passkeys/:id',
    access: 'viewer',
    confirmed: true,
    summary: 'Remove a passkey; the recovery codes are deleted with the last second factor',
    params: z.object({ id: pathId }),
    reply: z.object({}),
    refuses: [404],
  }),
};
