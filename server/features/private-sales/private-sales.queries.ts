import { sql } from 'kysely';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { PrivateLinkKind } from '#contract/private-sales.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import type {
  PrivateLinkItemsTable,
  PrivateLinksTable,
  PrivateLinkViewsTable,
} from '#server/platform/database/private-tables.ts';

export type LinkRow = PrivateLinksTable;
export type ItemRow = PrivateLinkItemsTable;

export function selectLinkByToken(reader: Reader, tokenHash: string): Promise<LinkRow | undefined> {
  return reader.selectFrom('private_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export function selectLink(reader: Reader, id: string): Promise<LinkRow | undefined> {
  return reader.selectFrom('private_links').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockLink(tx: Writer, id: string): Promise<LinkRow | undefined> {
  return lockRows(tx, tx.selectFrom('private_links').selectAll().where('id', '=', id)).executeTakeFirst();
}

export interface LinkList extends Pick<ListRequest, 'page' | 'pageSize'> {
  kind?: PrivateLinkKind | undefined;
}

/** A page of the links, newest first, and how many there are in all. */
export async function selectLinks(
  reader: Reader,
  { kind, ...request }: LinkList,
): Promise<{ rows: LinkRow[]; total: number }> {
  const { limit, offset } = rowsOf(request);
  const matching = reader
    .selectFrom('private_links')
    .$if(kind !== undefined, (links) => links.where('kind', '=', kind ?? 'offer'));
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

export function selectItems(reader: Reader, linkIds: readonly string[]): Promise<ItemRow[]> {
  if (linkIds.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('private_link_items')
    .selectAll()
    .where('link_id', 'in', linkIds)
    .orderBy('link_id')
    .orderBy('position')
    .execute();
}

/** How often the links were opened on each day, newest day first. */
export function selectViews(reader: Reader, linkIds: readonly string[]): Promise<PrivateLinkViewsTable[]> {
  if (linkIds.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('private_link_views')
    .selectAll()
    .where('link_id', 'in', linkIds)
    .orderBy('day', 'desc')
    .execute();
}

export async function insertLink(tx: Writer, row: LinkRow): Promise<void> {
  await tx.insertInto('private_links').values(row).execute();
}

/** Deletes a link; the database deletes the list of its pieces and its openings with it. */
export async function deleteLink(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('private_links').where('id', '=', id).execute();
}

export async function replaceItems(tx: Writer, linkId: string, items: readonly ItemRow[]): Promise<void> {
  await tx.deleteFrom('private_link_items').where('link_id', '=', linkId).execute();
  await tx.insertInto('private_link_items').values(items).execute();
}

export async function updateLink(tx: Writer, id: string, changes: Partial<LinkRow>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('private_links').set(changes).where('id', '=', id).execute();
}

export async function countOpening(tx: Writer, linkId: string, day: string): Promise<void> {
  await tx
    .insertInto('private_link_views')
    .values({ link_id: linkId, day, openings: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['link_id', 'day'])
        .doUpdateSet((row) => ({ openings: row('private_link_views.openings', '+', 1) })),
    )
    .execute();
}

/** The links that this user took up or that were made for this address, newest first. `emailFolded` null: only those taken up. */
export function selectLinksTo(reader: Reader, userId: string, emailFolded: string | null): Promise<LinkRow[]> {
  return reader
    .selectFrom('private_links')
    .selectAll()
    .where(isFor(userId, emailFolded))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Empties name, address and note of the links that `selectLinksTo` returns. */
export async function forgetClient(tx: Writer, userId: string, emailFolded: string | null): Promise<void> {
  await tx
    .updateTable('private_links')
    .set({ name: '', email: '', email_folded: '', note: '' })
    .where(isFor(userId, emailFolded))
    .execute();
}

const isFor = (userId: string, emailFolded: string | null) =>
  sql<boolean>`(taken_by = ${userId} or (email_folded <> '' and email_folded = ${emailFolded}))`;
