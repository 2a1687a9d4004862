import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Shop } from '#server/shop.ts';
import { listOwnSessions } from './own-sessions.ts';
import { findProfile } from './profile.ts';
import { findSecondFactor } from './second-factor.ts';

/** What this feature stores about a user. Card fields are masked, because the download is a plain file on the user's disk. */
export async function exportOwnRecords(
  shop: Shop,
  userId: string,
  tokenHash: string,
): Promise<Refusal | { exportedAt: string; profile: object; sessions: object[]; secondFactor: object }> {
  const profile = await findProfile(shop, userId, false);
  if (isRefusal(profile)) return profile;
  const { authenticatorApp, passkeys, recoveryCodesLeft } = await findSecondFactor(shop.database.read, shop, userId);
  return {
    exportedAt: new Date(shop.clock()).toISOString(),
    profile,
    sessions: await listOwnSessions(shop, profile, tokenHash),
    secondFactor: { authenticatorApp, passkeys, recoveryCodesLeft },
  };
}
