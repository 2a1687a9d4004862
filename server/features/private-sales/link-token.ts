import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';

const tokenBytes = 24;

/** The address of a link, and what is stored of it. The token is in the fragment, which browsers send to no server. */
export function newAddress({ randomBytes, settings }: Shop): { url: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { url: `${settings.publicUrl}/private#${token}`, hash: hashOfToken(token) };
}
