// Checks a certificate of authenticity without the shop: node verify-certificate.mjs CERTIFICATE.pdf KEYS.json
// KEYS.json is https://<shop>/.well-known/certificate-keys.json, saved while the shop could be trusted. The program needs only Node.js.
// It does not know whether a certificate was revoked later: only the shop knows that.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The last line of the file: the id of the key, and the signature of all bytes before the line. */
const signatureLine = /\n%Signature ([0-9a-f]{16}) ([0-9a-f]{128})\n$/;
const lineLength = 158;

/** Whether one of the keys (a JSON Web Key Set) has signed this file, and nothing in it was changed since. */
export function isGenuine(file, { keys }) {
  const line = signatureLine.exec(file.subarray(-lineLength).toString('latin1'));
  const key = line && keys.find(({ kid }) => kid === line[1]);
  if (!key) return false;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
  return verify(null, file.subarray(0, file.length - line[0].length), publicKey, Buffer.from(line[2], 'hex'));
}

const [, program, certificate, keys] = process.argv;
if (program && import.meta.url === pathToFileURL(realpathSync(program)).href) {
  if (!certificate || !keys) {
    console.error('Usage: node verify-certificate.mjs CERTIFICATE.pdf KEYS.json');
    process.exitCode = 2;
  } else if (isGenuine(readFileSync(certificate), JSON.parse(readFileSync(keys, 'utf8')))) {
    console.log('Genuine: the shop has signed this file, and not a byte of it was changed since.');
  } else {
    console.log('NOT genuine: this file was changed, or was not signed with any of these keys.');
    process.exitCode = 1;
  }
}
