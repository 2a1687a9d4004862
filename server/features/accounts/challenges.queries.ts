import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { ChallengePurpose, SignInChallengesTable } from '#server/platform/database/second-factor-tables.ts';

export async function insertChallenge(tx: Writer, row: SignInChallengesTable): Promise<void> {
  await tx.insertInto('sign_in_challenges').values(row).execute();
}

export function selectChallenge(
  reader: Reader,
  { purpose, tokenHash, now }: { purpose: ChallengePurpose; tokenHash: string; now: number },
): Promise<SignInChallengesTable | undefined> {
  return reader
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes the challenges of a user for this purpose, or for all purposes. */
export async function deleteChallengesOf(tx: Writer, userId: string, purpose?: ChallengePurpose): Promise<void> {
  const challenges = tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId);
  await (purpose === undefined ? challenges : challenges.where('purpose', '=', purpose)).execute();
}

export async function deleteExpiredChallenges(tx: Writer, userId: string, until: number): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).where('expires_at', '<=', until).execute();
}
