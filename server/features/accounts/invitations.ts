import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { hasRole, type Role, setsPrices } from '#contract/roles.ts';
import type { Invitation } from '#contract/staff.ts';
import { foldText } from '#contract/text.ts';
import { callerNetwork, countAttempt } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findAnswerLanguage, findShopFacts } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { StaffInvitationsTable } from '#server/platform/database/tables.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import {
  insertUser,
  lockAdminsAndUser,
  selectUser,
  selectUserByEmail,
  type UserRow,
  updateUser,
} from './accounts.queries.ts';
import {
  deleteInvitation,
  deleteInvitationsTo,
  insertInvitation,
  selectInvitation,
  selectInvitations,
} from './invitations.queries.ts';
import { deleteLinksOf } from './links.queries.ts';
import { hashNewPassword } from './new-password.ts';
import { newUserRow } from './new-user.ts';
import { lockOwners } from './owners.ts';
import { setPassword } from './passwords.ts';
import { invitationEmail, queueRoleEmails } from './people-emails.ts';
import { isEmailTaken } from './taken-email.ts';
import { newToken } from './tokens.ts';

/**
 * Sends a link with which the reader of an address gets a role, once and within 7 days. An earlier invitation of this address ends.
 * Refuses an address whose account has a role (409), more than 20 invitations of one owner in an hour (429), and a caller who is not an
 * owner any more (403).
 */
export function invite(
  shop: Shop,
  ownerId: string,
  { email, role, maySetPrices }: { email: string; role: Role; maySetPrices: boolean },
): Promise<Invitation | Refusal> {
  const { token, tokenHash } = newToken(shop);
  return shop.database.write(async (tx) => {
    const owners = await lockOwners(tx, ownerId);
    if (isRefusal(owners)) return owners;
    const known = await selectUserByEmail(tx, email);
    if (known?.role) return refuse('roleExists');
    const limited = await countAttempt(tx, shop, [
      { subject: `invitations:${ownerId}`, limit: 20, window: 60 * 60_000 },
    ]);
    if (limited) return limited;
    const now = shop.clock();
    const row: StaffInvitationsTable = {
      id: shop.randomBytes(9).toString('hex'),
      token_hash: tokenHash,
      email,
      email_folded: foldText(email),
      role,
      may_set_prices: maySetPrices ? 1 : 0,
      owner_id: ownerId,
      created_at: now,
      expires_at: now + durations.invitation,
    };
    await deleteInvitationsTo(tx, email);
    await insertInvitation(tx, row);
    const after = { email, role, maySetPrices: setsPrices(role, maySetPrices) };
    await recordChange(tx, shop, { adminId: ownerId, action: 'invitation sent', subject: row.id, before: null, after });
    const owner = owners.find(({ id }) => id === ownerId);
    const language = await findAnswerLanguage(tx, known?.language ?? owner?.language ?? 'en');
    const { name: shopName } = await findShopFacts(tx, shop);
    const letter = invitationEmail(shop, language, { token, role, shopName, owner });
    await shop.mailer.queueEmail(tx, { kind: 'staff invitation', to: email, accountId: email, ...letter });
    return present(row, owner?.name ?? '');
  });
}

/** The invitations that can be accepted now, the latest first. */
export async function listInvitations(shop: Shop): Promise<Invitation[]> {
  const rows = await selectInvitations(shop.database.read, shop.clock());
  return Promise.all(
    rows.map(async (row) => present(row, (await selectUser(shop.database.read, row.owner_id))?.name ?? '')),
  );
}

/** Ends the link of an invitation. Refuses an unknown one (404), and a caller who is not an owner any more (403). */
export function withdrawInvitation(shop: Shop, ownerId: string, id: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const owners = await lockOwners(tx, ownerId);
    if (isRefusal(owners)) return owners;
    const row = await deleteInvitation(tx, id);
    if (!row) return refuse('noSuchInvitation');
    const before = { email: row.email, role: row.role };
    await recordChange(tx, shop, {
      adminId: ownerId,
      action: 'invitation withdrawn',
      subject: id,
      before,
      after: null,
    });
    return null;
  });
}

/**
 * Gives the role to the account of the invited address, with a new name and password; creates the account if there is none. The link has
 * proved who reads the mailbox, and anybody may have registered its address before: so all sessions and links of the account end. Refuses
 * a link that was used, withdrawn or has expired, or whose owner is not one any more (400), a password that is easy to guess (400), and a
 * blocked account (403).
 */
export async function acceptInvitation(
  shop: Shop,
  { token, name, password }: { token: string; name: string; password: string },
  address: string,
): Promise<Refusal | null> {
  const find = () => ({ tokenHash: hashOfToken(token), now: shop.clock() });
  const known = await selectInvitation(shop.database.read, find());
  if (!known) return refuse('linkInvalid');
  const passwordHash = await hashNewPassword(
    shop,
    { password, email: known.email, field: 'password' },
    { lane: 'account', caller: callerNetwork(address) },
  );
  if (isRefusal(passwordHash)) return passwordHash;
  return shop.database.write(async (tx) => {
    const account = await selectUserByEmail(tx, known.email);
    const locked = await lockAdminsAndUser(tx, account?.id ?? '');
    const invitation = await selectInvitation(tx, find());
    const owner = locked.find(({ id }) => id === invitation?.owner_id);
    if (!invitation || !owner || !hasRole(owner.role, 'owner') || owner.blocked_at !== null)
      return refuse('linkInvalid');
    await deleteInvitation(tx, invitation.id);
    const user = locked.find(({ id }) => id === account?.id);
    const { role, may_set_prices } = invitation;
    const accepted = { name, name_folded: foldText(name), role, may_set_prices, email_confirmed_at: shop.clock() };
    const refused = user
      ? await giveRole(tx, shop, user, { accepted, passwordHash })
      : await addPerson(tx, shop, { ...invitation, accepted, passwordHash });
    if (refused) return refused;
    const person = await selectUserByEmail(tx, invitation.email);
    if (!person) throw new Error('The invited account was not stored');
    const [action, after] = ['invitation accepted', { role: invitation.role }];
    await recordChange(tx, shop, { adminId: person.id, action, subject: person.id, before: null, after });
    await queueRoleEmails(tx, shop, { owner, user: person, role: invitation.role });
    tx.afterCommit(() =>
      logSecurityEvent(shop.log, 'role changed', {
        account: person.id,
        by: owner.id,
        address,
        reason: invitation.role,
      }),
    );
    return null;
  });
}

interface Acceptance {
  accepted: Pick<UserRow, 'name' | 'name_folded' | 'role' | 'may_set_prices' | 'email_confirmed_at'>;
  passwordHash: string;
}

async function giveRole(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  { accepted, passwordHash }: Acceptance,
): Promise<Refusal | null> {
  if (user.blocked_at !== null) return refuse('accountBlocked');
  if (user.role !== null) return refuse('roleExists');
  await setPassword(tx, shop, { user, passwordHash, currentTokenHash: null });
  for (const kind of ['undo email', 'confirm email'] as const) await deleteLinksOf(tx, user.id, kind);
  await updateUser(tx, user.id, accepted);
  return null;
}

async function addPerson(
  tx: Writer,
  shop: Shop,
  { email, role, accepted, passwordHash }: Acceptance & { email: string; role: Role },
): Promise<Refusal | null> {
  if (await isEmailTaken(tx, shop, email)) return refuse('emailTaken');
  await insertUser(tx, { ...newUserRow(shop, { name: accepted.name, email, passwordHash, role }), ...accepted });
  return null;
}

function present(row: StaffInvitationsTable, ownerName: string): Invitation {
  const { id, email, role } = row;
  const [createdAt, expiresAt] = [row.created_at, row.expires_at].map((time) => new Date(time).toISOString());
  const maySetPrices = setsPrices(role, row.may_set_prices === 1);
  return {
    id,
    email,
    role,
    maySetPrices,
    invitedBy: ownerName,
    createdAt: createdAt ?? '',
    expiresAt: expiresAt ?? '',
  };
}
