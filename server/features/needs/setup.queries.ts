import type { Reader } from '#server/platform/database/database.ts';

/** Whether there is a listing that does not belong to the demo. */
export async function hasOwnListing(reader: Reader): Promise<boolean> {
  const row = await reader.selectFrom('listings').select('id').where('is_demo', '=', 0).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether the outbox has an email that a mail server has accepted, not only one that was written to a file. */
export async function hasSentEmail(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is not', null)
    .where('is_file', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
