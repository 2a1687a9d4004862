import { type HomeSettings, homeSettings } from '#contract/home.ts';
import { homePreviewAddress } from '#contract/home-preview.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { deleteOldDrafts, insertDraft, selectDraft } from './home.queries.ts';

/** How long a draft can be opened, milliseconds. */
const lifetime = 10 * 60_000;

/** The largest number of drafts of all owners together; a new one replaces the oldest. */
const mostDrafts = 20;

/**
 * Stores a draft for ten minutes at an address that nobody can guess. Anybody who knows the address can open the draft, because the frame
 * that shows it sends no session. The database has only the hash of the address.
 */
export async function keepDraft(shop: Shop, draft: HomeSettings): Promise<{ address: string; expiresAt: string }> {
  const id = shop.randomBytes(24).toString('base64url');
  const now = shop.clock();
  const row = { id_hash: hashOfToken(id), settings: JSON.stringify(draft), expires_at: now + lifetime };
  await shop.database.write(async (tx) => {
    await lockName(tx, 'home drafts');
    await deleteOldDrafts(tx, now, mostDrafts - 1);
    await insertDraft(tx, row);
  });
  return { address: homePreviewAddress(id), expiresAt: new Date(row.expires_at).toISOString() };
}

/** The draft with this id, which is the end of its address; null if there is none or it has expired. */
export async function findDraft(shop: Shop, id: string): Promise<HomeSettings | null> {
  const draft = await selectDraft(shop.database.read, hashOfToken(id), shop.clock());
  return draft === undefined ? null : homeSettings.parse(JSON.parse(draft));
}
