import { createHash } from 'node:crypto';
import type { Shop } from '#server/shop.ts';

/** A random token of 256 bits. Only its hash is stored. */
export function newToken(shop: Shop): { token: string; tokenHash: string } {
  const token = shop.randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOfToken(token) };
}

/** SHA-256, hex. A token of 256 random bits needs no slow hash. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
