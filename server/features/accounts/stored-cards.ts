import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { StartRefused } from '#server/platform/failures.ts';
import type { Settings } from '#server/settings.ts';
import { sealedColumns, type UserRow } from './accounts.queries.ts';

/** The columns with card and BPAY details from simulated payments; a shop that takes real payments must not have any. */
const storedColumns = [...Object.values(sealedColumns), 'card_name'] as const;

/** Changes to a user's row that erase the card and BPAY details. */
export const noCard: Partial<UserRow> = Object.fromEntries(storedColumns.map((column) => [column, '']));

const hasCard = sql<boolean>`(${sql.join(
  storedColumns.map((column) => sql`${sql.ref(column)} <> ''`),
  sql` or `,
)})`;

/** Throws StartRefused if real payments are on and the database still has card or BPAY details (docs/payments.md). */
export async function refuseStoredCards({ stripe }: Settings, { read }: Pick<Database, 'read'>): Promise<void> {
  if (!stripe) return;
  const stored = await read.selectFrom('users').select('id').where(hasCard).limit(1).executeTakeFirst();
  if (stored)
    throw new StartRefused(
      'PAYMENTS=stripe: card numbers are still stored from the simulated checkout. Erase them first: ./lacquer erase-cards',
    );
}

/** Erases the card and BPAY details of every customer; returns how many had some. */
export function eraseCards(database: Database): Promise<number> {
  return database.write(async (tx) => {
    const result = await tx.updateTable('users').set(noCard).where(hasCard).executeTakeFirst();
    return Number(result.numUpdatedRows);
  });
}
