import { Secret } from 'otpauth';
import type { Writer } from '#server/platform/database/database.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { deleteRecoveryCode, replaceRecoveryCodes } from './second-factor.queries.ts';

const codeCount = 10;
/** 80 random bits need no slow hash. In base32 they are 16 characters. */
const codeBytes = 10;

/** Replaces the user's recovery codes. The database stores only their hashes. */
export async function makeRecoveryCodes(tx: Writer, shop: Shop, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => newCode(shop.randomBytes));
  const hashes = codes.map((code) => hashOfToken(code));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** True for a recovery code of the user, which this uses up. `code` is without spaces and hyphens. */
export function spendRecoveryCode(tx: Writer, userId: string, code: string): Promise<boolean> {
  return deleteRecoveryCode(tx, userId, hashOfToken(code.toLowerCase()));
}

function newCode(randomBytes: (count: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(codeBytes)).buffer }).base32.toLowerCase();
}
