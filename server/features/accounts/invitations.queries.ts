import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { StaffInvitationsTable } from '#server/platform/database/tables.ts';

export async function insertInvitation(tx: Writer, row: StaffInvitationsTable): Promise<void> {
  await tx.insertInto('staff_invitations').values(row).execute();
}

/** The invitation with this token, unless it has expired. */
export function selectInvitation(
  reader: Reader,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<StaffInvitationsTable | undefined> {
  return reader
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export function selectInvitations(reader: Reader, now: number): Promise<StaffInvitationsTable[]> {
  return reader
    .selectFrom('staff_invitations')
    .selectAll()
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes an invitation and returns it; undefined if there is none with this id. */
export function deleteInvitation(tx: Writer, id: string): Promise<StaffInvitationsTable | undefined> {
  return tx.deleteFrom('staff_invitations').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Deletes the invitation of an address. */
export async function deleteInvitationsTo(tx: Writer, email: string): Promise<void> {
  await tx.deleteFrom('staff_invitations').where('email_folded', '=', foldText(email)).execute();
}
