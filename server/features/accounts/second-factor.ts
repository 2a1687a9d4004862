import type { SecondFactorNeeded } from '#contract/accounts.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Passkey } from '#contract/passkeys.ts';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { PasskeysTable } from '#server/platform/database/second-factor-tables.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, selectUserByEmail, type UserRow, updateUser } from './accounts.queries.ts';
import { appUri, newAppKey } from './authenticator-app.ts';
import { shareCardKeyId } from './card-key.queries.ts';
import { deletePasskeysOf, selectPasskeys } from './passkeys.queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  deleteApp,
  insertApp,
  replaceRecoveryCodes,
  selectApp,
  selectIsRequired,
  updateApp,
  updateIsRequired,
} from './second-factor.queries.ts';
import { checkProof, limitProofs, proofLimits } from './second-factor-proofs.ts';
import { queueSecondFactorEmail } from './security-emails.ts';
import { findRelyingParty } from './webauthn.ts';

export type Factor = SecondFactorNeeded['secondFactor'][number];

/** The kinds of second factor that this account has, the best first. Only accounts of admins have one. */
export async function secondFactorsOf(reader: Reader, user: Pick<UserRow, 'id' | 'role'>): Promise<Factor[]> {
  if (user.role === null) return [];
  const hasPasskey = (await selectPasskeys(reader, user.id)).length > 0;
  return [...(hasPasskey ? ['passkey' as const] : []), ...((await hasApp(reader, user.id)) ? ['totp' as const] : [])];
}

/** Whether signing in to this account needs a second factor. */
export async function hasSecondFactor(reader: Reader, user: Pick<UserRow, 'id' | 'role'>): Promise<boolean> {
  return (await secondFactorsOf(reader, user)).length > 0;
}

async function hasApp(reader: Reader, userId: string): Promise<boolean> {
  return ((await selectApp(reader, userId))?.enabled_at ?? null) !== null;
}

/** The kinds of second factor that a sign-in can ask for: a passkey only if it works at the shop's address. */
export async function usableFactors(
  reader: Reader,
  shop: Pick<Shop, 'settings'>,
  user: Pick<UserRow, 'id' | 'role'>,
): Promise<Factor[]> {
  const factors = await secondFactorsOf(reader, user);
  const hasPasskey = (await listUsablePasskeys(reader, shop, user.id)).length > 0;
  return hasPasskey ? factors : factors.filter((factor) => factor !== 'passkey');
}

/** The passkeys of a user that were made for the host name that the shop has now. */
export async function listUsablePasskeys(
  reader: Reader,
  { settings }: Pick<Shop, 'settings'>,
  userId: string,
): Promise<PasskeysTable[]> {
  const party = findRelyingParty(settings);
  return (await selectPasskeys(reader, userId)).filter(({ rp_id }) => rp_id === party?.id);
}

/** Whether this admin still has to set up a second factor, because the shop requires one of every admin. */
export async function lacksSecondFactor(reader: Reader, user: Pick<UserRow, 'id' | 'role'>): Promise<boolean> {
  return user.role !== null && (await selectIsRequired(reader)) && !(await hasSecondFactor(reader, user));
}

export async function findSecondFactor(
  reader: Reader,
  { settings }: Pick<Shop, 'settings'>,
  userId: string,
): Promise<SecondFactorState> {
  const app = await selectApp(reader, userId);
  const passkeys = await selectPasskeys(reader, userId);
  return {
    authenticatorApp: app?.enabled_at
      ? { addedAt: timeOf(app.enabled_at), lastUsedAt: app.last_used_at === null ? null : timeOf(app.last_used_at) }
      : null,
    passkeys: passkeys.map((row) => presentPasskey(row, settings)),
    passkeysPossible: findRelyingParty(settings) !== null,
    recoveryCodesLeft: await countRecoveryCodes(reader, userId),
    required: await selectIsRequired(reader),
  };
}

export function presentPasskey(row: PasskeysTable, settings: Shop['settings']): Passkey {
  return {
    id: row.id,
    name: row.name,
    addedAt: timeOf(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : timeOf(row.last_used_at),
    usable: row.rp_id === findRelyingParty(settings)?.id,
  };
}

/** Creates a key for an authenticator app, which is off until its first code is given. Refuses (409) while one is on. */
export function beginAuthenticatorApp(shop: Shop, userId: string): Promise<{ key: string; uri: string } | Refusal> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (await hasApp(tx, userId)) return refuse('appIsOn');
    const key = newAppKey(shop.randomBytes);
    await insertApp(tx, {
      user_id: userId,
      key_sealed: shop.cards.seal(userId, 'authenticatorKey', key, await shareCardKeyId(tx)),
      last_counter: 0,
      created_at: shop.clock(),
      enabled_at: null,
      last_used_at: null,
    });
    const { name } = await findShopFacts(tx, shop);
    return { key, uri: appUri(key, { issuer: name, label: user.email }) };
  });
}

/**
 * Turns the app on with its first code, and returns new recovery codes. Refuses a wrong code (403), and an app that is on or
 * has no key (409).
 */
export function enableAuthenticatorApp(shop: Shop, userId: string, code: string): Promise<string[] | Refusal> {
  const proof = { firstCode: code };
  const limits = proofLimits(userId);
  const enable = async (tx: Writer) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    const app = await selectApp(tx, userId);
    if (!app) return refuse('appNotBegun');
    if (app.enabled_at !== null) return refuse('appIsOn');
    const refused = await checkProof(tx, shop, { user, proof, limits });
    if (refused) return refused;
    await updateApp(tx, userId, { enabled_at: shop.clock() });
    const codes = await makeRecoveryCodes(tx, shop, userId);
    await recordFactorChange(tx, shop, user, { factor: 'totp', action: 'added' });
    return codes;
  };
  return limitProofs(shop, { given: proof, limits }, () => shop.database.write(enable));
}

/** Removes the authenticator app, also one that is not on yet. */
export function removeAuthenticatorApp(shop: Shop, userId: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    // Without the last factor the account may lack a required one, so it could not be checked afterwards.
    await tx.checkCaller();
    const had = await hasApp(tx, userId);
    await deleteApp(tx, userId);
    if (had) await recordFactorChange(tx, shop, user, { factor: 'totp', action: 'removed' });
    return null;
  });
}

/**
 * Records in the audit that a factor was added or removed, and sends an email. Ends the marks of known devices, and deletes the recovery
 * codes with the last factor. `user` is locked by the caller.
 */
export async function recordFactorChange(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  { factor, action, name = null }: { factor: Factor; action: 'added' | 'removed'; name?: string | null },
): Promise<void> {
  const isNeeded = await hasSecondFactor(tx, user);
  await updateUser(tx, user.id, { factor_changes: user.factor_changes + 1 });
  if (!isNeeded) await replaceRecoveryCodes(tx, user.id, []);
  const what = factor === 'passkey' ? 'passkey' : 'second factor';
  const [before, after] = action === 'added' ? [null, name] : [name, null];
  await recordChange(tx, shop, {
    adminId: user.id,
    action: `${what} ${action}`,
    subject: user.id,
    before: before === null ? null : { name: before },
    after: after === null ? null : { name: after },
  });
  const left = isNeeded ? await usableFactors(tx, shop, user) : null;
  await queueSecondFactorEmail(tx, shop, user, { factor, action, left });
}

/**
 * Removes all second factors of the account with this address, for the operator, who has no session. Returns false if there is no such
 * account or signing in to it needs no second factor.
 */
export function removeSecondFactorByEmail(shop: Shop, email: string): Promise<boolean> {
  return shop.database.write(async (tx) => {
    const known = await selectUserByEmail(tx, email);
    const user = known && (await lockUserRow(tx, known.id));
    if (!user) return false;
    const had = await hasSecondFactor(tx, user);
    await deletePasskeysOf(tx, user.id);
    await deleteApp(tx, user.id);
    await replaceRecoveryCodes(tx, user.id, []);
    if (!had) return false;
    await recordFactorChange(tx, shop, user, { factor: 'totp', action: 'removed' });
    return true;
  });
}

/** Replaces the recovery codes. Refuses (409) an admin without a second factor. */
export function renewRecoveryCodes(shop: Shop, userId: string): Promise<string[] | Refusal> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (!(await hasSecondFactor(tx, user))) return refuse('noSecondFactor');
    const action = 'recovery codes renewed';
    await recordChange(tx, shop, { adminId: userId, action, subject: userId, before: null, after: null });
    return makeRecoveryCodes(tx, shop, userId);
  });
}

/** Sets whether every admin needs a second factor. Refuses (409) to require it while the caller has none. */
export function requireSecondFactor(shop: Shop, userId: string, required: boolean): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (required && !(await hasSecondFactor(tx, user))) return refuse('noSecondFactor');
    const before = { required: await selectIsRequired(tx) };
    if (before.required === required) return null;
    await updateIsRequired(tx, required);
    const action = 'second factor of admins';
    await recordChange(tx, shop, { adminId: userId, action, subject: 'shop', before, after: { required } });
    return null;
  });
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();
