import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { HomeDraftsTable } from '#server/platform/database/tables.ts';

export async function insertDraft(tx: Writer, draft: HomeDraftsTable): Promise<void> {
  await tx.insertInto('home_drafts').values(draft).execute();
}

/** Deletes the drafts that have expired, and of the others all but the newest `kept`. */
export async function deleteOldDrafts(tx: Writer, now: number, kept: number): Promise<void> {
  const newest = tx
    .selectFrom('home_drafts')
    .select('id_hash')
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id_hash')
    .limit(kept);
  await tx.deleteFrom('home_drafts').where('id_hash', 'not in', newest).execute();
}

/** The settings of a draft as JSON; undefined if there is none or it has expired. */
export async function selectDraft(reader: Reader, idHash: string, now: number): Promise<string | undefined> {
  const row = await reader
    .selectFrom('home_drafts')
    .select('settings')
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.settings;
}
