import type { Kysely } from 'kysely';

/** Finds the private links of a listing, so that the id of a deleted one is not given to another. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema.createIndex('private_links_of_listing').on('private_link_items').column('listing_id').execute();
}
