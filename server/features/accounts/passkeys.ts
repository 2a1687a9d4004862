import { type Refusal, refuse } from '#contract/errors.ts';
import { durations, limits } from '#contract/limits.ts';
import type { NewPasskey, Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { ChallengePurpose } from '#server/platform/database/second-factor-tables.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, type UserRow } from './accounts.queries.ts';
import { deleteChallengesOf, insertChallenge, selectChallenge } from './challenges.queries.ts';
import { deletePasskey, insertPasskey, selectPasskeyByCredential, selectPasskeys } from './passkeys.queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { countRecoveryCodes } from './second-factor.queries.ts';
import { hasSecondFactor, listUsablePasskeys, presentPasskey, recordFactorChange } from './second-factor.ts';
import { newToken } from './tokens.ts';
import {
  challengeIn,
  creationOptions,
  findRelyingParty,
  loadWebauthn,
  requestOptions,
  verifyNewPasskey,
} from './webauthn.ts';

/**
 * The options with which a browser makes a new passkey. Refuses (409) if browsers allow no passkeys at the shop's address, or if the
 * account has `limits.passkeysPerAccount` already.
 */
export function beginPasskey(shop: Shop, userId: string): Promise<PasskeyCreationOptions | Refusal> {
  const { settings } = shop;
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    const party = findRelyingParty(settings);
    if (!party) return refuse('passkeysImpossible');
    const existing = await selectPasskeys(tx, userId);
    if (existing.length >= limits.passkeysPerAccount)
      return refuse('tooManyPasskeys', { count: limits.passkeysPerAccount });
    const challenge = await replaceChallenge(tx, shop, userId, 'new passkey');
    const { name } = await findShopFacts(tx, shop);
    return creationOptions({ challenge, party, shopName: name, user, existing });
  });
}

/**
 * Adds a passkey that a browser has made with the options of `beginPasskey`, and creates recovery codes if there are none. Refuses
 * a passkey that took longer than ten minutes or is not valid (400), and one that was added before (409).
 */
export async function addPasskey(
  shop: Shop,
  userId: string,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null } | Refusal> {
  const party = findRelyingParty(shop.settings);
  if (!party) return refuse('passkeysImpossible');
  await loadWebauthn();
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    const challenge = await takeChallenge(tx, shop, user.id, {
      purpose: 'new passkey',
      clientDataJSON: passkey.response.clientDataJSON,
    });
    if (challenge === null) return refuse('passkeyExpired');
    const verified = await verifyNewPasskey(party, passkey, challenge);
    if (!verified) return refuse('passkeyNotAdded');
    if (await selectPasskeyByCredential(tx, verified.credential_id)) return refuse('passkeyKnown');
    const row = {
      ...verified,
      id: shop.randomBytes(9).toString('hex'),
      user_id: userId,
      rp_id: party.id,
      name,
      created_at: shop.clock(),
      last_used_at: null,
    };
    await insertPasskey(tx, row);
    const recoveryCodes =
      (await countRecoveryCodes(tx, userId)) === 0 ? await makeRecoveryCodes(tx, shop, userId) : null;
    await recordFactorChange(tx, shop, user, { factor: 'passkey', action: 'added', name });
    return { passkey: presentPasskey(row, shop.settings), recoveryCodes };
  });
}

/** Removes a passkey of the user. Refuses an unknown one (404). */
export function removePasskey(shop: Shop, userId: string, id: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    // Without the last factor the account may lack a required one, so it could not be checked afterwards.
    await tx.checkCaller();
    const removed = await deletePasskey(tx, userId, id);
    if (!removed) return refuse('noSuchPasskey');
    await recordFactorChange(tx, shop, user, { factor: 'passkey', action: 'removed', name: removed.name });
    return null;
  });
}

/** The options with which a browser asks for one of the user's passkeys. Refuses (409) if none works here. */
export async function requestPasskey(
  reader: Reader,
  shop: Shop,
  user: UserRow,
  challenge: string,
): Promise<PasskeyRequestOptions | Refusal> {
  const party = findRelyingParty(shop.settings);
  const passkeys = (await hasSecondFactor(reader, user)) ? await listUsablePasskeys(reader, shop, user.id) : [];
  return party && passkeys.length > 0 ? requestOptions(challenge, party, passkeys) : refuse('noPasskey');
}

/** Returns a new challenge, which a passkey can sign within ten minutes. An earlier one for the same purpose ends. */
export async function replaceChallenge(
  tx: Writer,
  shop: Shop,
  userId: string,
  purpose: ChallengePurpose,
): Promise<string> {
  const { token, tokenHash } = newToken(shop);
  await deleteChallengesOf(tx, userId, purpose);
  await insertChallenge(tx, {
    token_hash: tokenHash,
    user_id: userId,
    expires_at: shop.clock() + durations.secondFactor,
    purpose,
  });
  return token;
}

/**
 * Deletes the challenge that a browser's answer names, so that nobody can use it again, and returns it; null if the user has no such
 * challenge for this purpose. The caller must verify the answer's signature. If it refuses, the transaction is rolled back and the
 * challenge stays.
 */
export async function takeChallenge(
  tx: Writer,
  shop: Shop,
  userId: string,
  { purpose, clientDataJSON }: { purpose: ChallengePurpose; clientDataJSON: string },
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const known = await selectChallenge(tx, { purpose, tokenHash: hashOfToken(challenge), now: shop.clock() });
  if (known?.user_id !== userId) return null;
  await deleteChallengesOf(tx, userId, purpose);
  return challenge;
}
