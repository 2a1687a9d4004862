import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';

const tokenBytes = 24;

/**
 * The address of a link, its path, and what is stored of it. The token is in the fragment, which browsers send to no server.
 */
export function newAddress({ randomBytes, settings }: Shop): { url: string; path: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  const path = `/private#${token}`;
  return { url: `${settings.publicUrl}${path}`, path, hash: hashOfToken(token) };
}
