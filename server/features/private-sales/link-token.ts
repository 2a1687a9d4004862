import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';

const tokenBytes = 24;

/**
 * Makes a new token for a link. Returns the address and the path that contain it, and its hash, which is all that is stored. The token
 * is in the fragment of the address, which browsers send to no server.
 */
export function newAddress({ randomBytes, settings }: Shop): { url: string; path: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  const path = `/private#${token}`;
  return { url: `${settings.publicUrl}${path}`, path, hash: hashOfToken(token) };
}
