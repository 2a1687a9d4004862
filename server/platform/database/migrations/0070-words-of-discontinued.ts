import { type Kysely, sql } from 'kysely';

/** Listings that left the collection lend no words to searches: their words would be taken for what was meant, and found nothing. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const { rows } = await sql<{ listing_id: string; words: string }>`
    select listing_id, words from listing_search
    where listing_id in (select id from listings where status = 'discontinued')`.execute(db);
  const counts = new Map<string, number>();
  for (const { words } of rows)
    for (const word of words.split(' ').filter(Boolean)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts)
    await sql`update search_words set listings = listings - ${count} where word = ${word}`.execute(db);
  await sql`delete from search_words where listings <= 0`.execute(db);
  for (const { listing_id } of rows)
    await sql`update listing_search set names = '', makers = '', words = '' where listing_id = ${listing_id}`.execute(
      db,
    );
}
