import type { SigningKey } from './signing-key.ts';

/**
 * Appends a line with the signature of all bytes before it. Programs that show PDFs ignore the line; docs/verify-certificate.mjs checks
 * the signature without the shop.
 */
export function signFile(pdf: Buffer, key: SigningKey): Buffer {
  return Buffer.concat([pdf, Buffer.from(`\n%Signature ${key.id} ${key.sign(pdf)}\n`)]);
}
