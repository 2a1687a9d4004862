import type { CloseLooksTable } from '#server/platform/database/close-look-tables.ts';
import type { Reader } from '#server/platform/database/database.ts';

export function selectCloseLook(reader: Reader, listingId: string): Promise<CloseLooksTable | undefined> {
  return reader.selectFrom('close_looks').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}
