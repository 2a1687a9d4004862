import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';

/** A random token of 256 bits. Only its hash is stored. */
export function newToken(shop: Shop): { token: string; tokenHash: string } {
  const token = shop.randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOfToken(token) };
}
