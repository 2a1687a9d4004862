import { type Refusal, refuse } from '#contract/errors.ts';
import type { PasskeyAnswer, PasskeyRequestOptions } from '#contract/passkeys.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, type UserRow } from './accounts.queries.ts';
import { replaceChallenge, requestPasskey, takeChallenge } from './passkeys.ts';
import { hasSecondFactor } from './second-factor.ts';
import { checkProof, limitProofs, type Proof, proofLimits } from './second-factor-proofs.ts';

/** The options with which a browser asks for a passkey to confirm a session. Refuses (409) an account without one that works here. */
export function beginPasskeyConfirmation(shop: Shop, userId: string): Promise<PasskeyRequestOptions | Refusal> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    return requestPasskey(tx, shop, user, await replaceChallenge(tx, shop, userId, 'confirmation'));
  });
}

/**
 * Confirms with a code or a passkey who uses a session. Refuses a wrong one (403), a passkey without a challenge of
 * `beginPasskeyConfirmation` (400), and any after ten wrong ones in an hour (429). Without a second factor, any is wrong.
 */
export function confirmWithSecondFactor(
  shop: Shop,
  userId: string,
  given: { code: string } | { passkey: PasskeyAnswer },
): Promise<UserRow | Refusal> {
  const limits = proofLimits(userId);
  const confirm = async (tx: Writer) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (!(await hasSecondFactor(tx, user))) return refuse('code' in given ? 'codeWrong' : 'passkeyWrong');
    const proof = 'code' in given ? given : await withChallenge(tx, shop, userId, given);
    if (proof === null) return refuse('passkeyExpired');
    return (await checkProof(tx, shop, { user, proof, limits })) ?? user;
  };
  return limitProofs(shop, { given, limits }, () => shop.database.write(confirm));
}

async function withChallenge(
  tx: Writer,
  shop: Shop,
  userId: string,
  { passkey }: { passkey: PasskeyAnswer },
): Promise<Proof | null> {
  const { clientDataJSON } = passkey.response;
  const challenge = await takeChallenge(tx, shop, userId, { purpose: 'confirmation', clientDataJSON });
  return challenge === null ? null : { passkey, challenge };
}
