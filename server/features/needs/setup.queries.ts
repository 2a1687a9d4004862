import type { Reader } from '#server/platform/database/database.ts';

/** Whether there is a listing that is not of the demo. */
export async function hasOwnListing(reader: Reader): Promise<boolean> {
  const row = await reader.selectFrom('listings').select('id').where('is_demo', '=', 0).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether a mail server got an email, as far as the outbox knows. */
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
