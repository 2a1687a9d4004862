import type { CataloguePapersTable } from '#server/platform/database/catalogue-paper-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';

export type PaperRow = CataloguePapersTable;

/** Locks the papers, so that one transaction at a time adds a paper or begins to draw one. */
export const lockPapers = (tx: Writer) => lockName(tx, 'catalogue papers');

/** The latest papers, at most `limit`, the newest first. */
export function selectPapers(reader: Reader, limit: number): Promise<PaperRow[]> {
  return reader
    .selectFrom('catalogue_papers')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function selectPaper(reader: Reader, id: string): Promise<PaperRow | undefined> {
  return reader.selectFrom('catalogue_papers').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countUnfinished(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('catalogue_papers')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertPaper(tx: Writer, row: PaperRow): Promise<void> {
  await tx.insertInto('catalogue_papers').values(row).execute();
}

/** Changes a paper that still has this claim. Returns false if it was deleted, or another process has begun to draw it. */
export async function updateClaimed(
  tx: Writer,
  { id, claim }: Pick<PaperRow, 'id' | 'claim'>,
  changes: Partial<PaperRow>,
): Promise<boolean> {
  const result = await tx
    .updateTable('catalogue_papers')
    .set(changes)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deletePaper(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('catalogue_papers').where('id', '=', id).execute();
}

/** The paper to delete next: its file or failure has been kept long enough. */
export function selectExpired(reader: Reader, now: number): Promise<PaperRow | undefined> {
  return reader
    .selectFrom('catalogue_papers')
    .selectAll()
    .where('state', 'in', ['done', 'failed'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** The paper to draw next: one whose process has died, else the one that has waited longest. Undefined while one is drawn. */
export async function selectNextToDraw(reader: Reader, now: number): Promise<PaperRow | undefined> {
  const ofState = (state: PaperRow['state']) =>
    reader.selectFrom('catalogue_papers').selectAll().where('state', '=', state).orderBy('created_at').orderBy('id');
  const running = await ofState('running').limit(1).executeTakeFirst();
  if (running) return running.due_at <= now ? running : undefined;
  return ofState('waiting').where('due_at', '<=', now).limit(1).executeTakeFirst();
}

/** When the first paper is to be drawn, drawn again or deleted, epoch milliseconds; null without papers. */
export async function selectNextDue(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom('catalogue_papers')
    .select((papers) => papers.fn.min('due_at').as('due_at'))
    .executeTakeFirst();
  return row?.due_at === null || row?.due_at === undefined ? null : Number(row.due_at);
}
