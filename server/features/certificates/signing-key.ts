import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** An Ed25519 key that signs certificates. */
export interface SigningKey {
  /** The first 16 digits of the SHA-256 of its public key, hex. */
  id: string;
  /** The 32 bytes of the public key, base64url. */
  publicKey: string;
  /** Returns the signature, hex. The same bytes have the same signature. */
  sign(bytes: Buffer): string;
}

/** The start of an Ed25519 key in PKCS #8; the 32 bytes of the private key follow. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that belongs to a seed of 32 random bytes. */
export function signingKeyOf(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
  const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
  return { id: hash.slice(0, 16), publicKey, sign: (bytes) => sign(null, bytes, privateKey).toString('hex') };
}

/** Whether `signature` (hex) was made for these bytes with the private key that belongs to `publicKey` (base64url). */
export function isSigned(bytes: Buffer, signature: string, publicKey: string): boolean {
  return verify(null, bytes, publicKeyOf(publicKey), Buffer.from(signature, 'hex'));
}

const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
