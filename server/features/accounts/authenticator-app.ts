import { Secret, TOTP } from 'otpauth';

/** Codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds, HMAC-SHA-1, which every app supports. */
const codeSettings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const keyBytes = 20;

/** A new key, in base32 as people type it into an app. */
export function newAppKey(randomBytes: (count: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(keyBytes)).buffer }).base32;
}

/** The `otpauth:` address that the QR code of a key contains. `issuer` and `label` are the names that the app shows. */
export function appUri(key: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...codeSettings, issuer, label, secret: Secret.fromBase32(key) }).toString();
}

/**
 * The number of the 30-second period that a code belongs to, counted from 1970; null if the code is wrong. The codes of the previous and
 * the next period are accepted too, because clocks differ. `now`: epoch milliseconds.
 */
export function counterOfCode(key: string, code: string, now: number): number | null {
  const secret = Secret.fromBase32(key);
  const delta = TOTP.validate({ ...codeSettings, secret, token: code, timestamp: now, window: 1 });
  return delta === null ? null : TOTP.counter({ period: codeSettings.period, timestamp: now }) + delta;
}
