import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts';

/** A fake of a device with one passkey, and of the browser between it and the shop. Its signatures are real. */
export interface Authenticator {
  /** Returns what `navigator.credentials.create()` would. */
  create(options: PasskeyCreationOptions, how?: How): NewPasskey;
  /** Returns what `navigator.credentials.get()` would. */
  get(options: PasskeyRequestOptions, how?: How): PasskeyAnswer;
}

/** How an answer differs from an honest one. */
interface How {
  /** The origin of the page that asks. */
  origin?: string;
  rpId?: string;
  /** Whether the user has shown a fingerprint, a face or a PIN; true by default. */
  knowsUser?: boolean;
  /** The signature counter; without it, one more than before. */
  counter?: number;
  /** The `type` of the client data, e.g. `webauthn.create` in the answer of `get`. */
  type?: string;
}

const flags = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

/** The passkey is an ES256 key, as on most devices. */
export function createAuthenticator(origin = 'https://shop.test'): Authenticator {
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let signatures = 0;

  const clientData = (type: string, challenge: string, how: How) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: how.origin ?? origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, how: How, credential?: Buffer) => {
    const counter = Buffer.alloc(4);
    signatures = how.counter ?? signatures + 1;
    counter.writeUInt32BE(signatures);
    const verified = how.knowsUser === false ? 0 : flags.userVerified;
    const setFlags = flags.userPresent | verified | (credential ? flags.hasCredential : 0);
    return Buffer.concat([sha256(how.rpId ?? rpId), Buffer.of(setFlags), counter, credential ?? Buffer.alloc(0)]);
  };
  return {
    create({ rp, challenge }, how = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const noModel = Buffer.alloc(16);
      const credential = Buffer.concat([noModel, length, credentialId, coseKey(publicKey)]);
      const authData = authenticatorData(rp.id, how, credential);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      return {
        id,
        response: {
          clientDataJSON: clientData(how.type ?? 'webauthn.create', challenge, how).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    get({ rpId, challenge }, how = {}) {
      const data = authenticatorData(rpId, how);
      const client = clientData(how.type ?? 'webauthn.get', challenge, how);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A public key as COSE writes it (RFC 9053): key type EC2, algorithm ES256, curve P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string) => cborBytes(Buffer.from(text, 'base64url'));
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), coordinate(x)],
    [cborInteger(-3), coordinate(y)],
  ]);
}

// CBOR (RFC 8949), as far as it is needed: a type in the upper three bits, then a number, then the content.
const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

function cborHead(type: number, value: number): Buffer {
  const upper = type << 5;
  if (value < 24) return Buffer.of(upper | value);
  return value < 256 ? Buffer.of(upper | 24, value) : Buffer.of(upper | 25, value >> 8, value & 255);
}
