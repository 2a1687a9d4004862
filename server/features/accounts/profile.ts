import { type CardField, cardFields, type Profile, type ProfileChanges } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { foldText } from '#contract/text.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, sealedColumns, selectUser, type UserRow, updateUser } from './accounts.queries.ts';
import { shareCardKeyId } from './card-key.queries.ts';
import { changeEmail } from './email-change.ts';
import { confirmPassword } from './passwords.ts';
import { presentProfile } from './present-user.ts';
import { refuseTakenEmail } from './taken-email.ts';

/** The profile of the caller; card fields are masked unless `reveal`. */
export async function findProfile(shop: Shop, userId: string, reveal: boolean): Promise<Profile | Refusal> {
  const row = await selectUser(shop.database.read, userId);
  return row ? presentProfile(shop, row, reveal) : refuse('signInNeeded');
}

/**
 * Updates the fields in `changes` and keeps the others. A card field that is missing or masked keeps its value; an empty one is
 * cleared. Billing follows delivery while `sameAsDelivery` is on. Another email needs the current password (403), and is refused if
 * another account has it (409).
 */
export async function updateProfile(
  shop: Shop,
  { userId, address }: { userId: string; address: string },
  { currentPassword, ...changes }: ProfileChanges,
): Promise<Profile | Refusal> {
  const confirmed = await confirmNewEmail(shop, userId, { email: changes.email, currentPassword });
  if (isRefusal(confirmed)) return confirmed;
  const row = await shop.database.write(async (tx) => {
    const before = await lockUserRow(tx, userId);
    if (!before) return refuse('signInNeeded');
    const after = changedRow(shop, before, changes, await shareCardKeyId(tx));
    if (after.email !== before.email) {
      if (confirmed?.password_hash !== before.password_hash) return refuse('currentPasswordWrong');
      const refused = await changeEmail(tx, shop, { user: before, email: after.email, address });
      if (refused) return refused;
    }
    const { activity_score: _score, last_seen_at: _seen, ...written } = after;
    await updateUser(tx, userId, written);
    return after;
  });
  if (isRefusal(row)) return row.refused === 'emailTaken' ? refuseTakenEmail(shop, address) : row;
  return presentProfile(shop, row);
}

/** The user with the confirmed password; null if the email stays the same. */
async function confirmNewEmail(
  shop: Shop,
  userId: string,
  { email, currentPassword }: Pick<ProfileChanges, 'email' | 'currentPassword'>,
): Promise<UserRow | Refusal | null> {
  if (email === undefined) return null;
  const user = await selectUser(shop.database.read, userId);
  if (!user) return refuse('signInNeeded');
  if (email === user.email) return null;
  return currentPassword === undefined
    ? refuse('currentPasswordWrong')
    : confirmPassword(shop, userId, currentPassword);
}

function changedRow(shop: Shop, before: UserRow, changes: ProfileChanges, cardKeyId: string): UserRow {
  const name = changes.name ?? before.name;
  const email = changes.email ?? before.email;
  const changed: UserRow = {
    ...before,
    name,
    name_folded: foldText(name),
    email,
    email_folded: foldText(email),
    email_confirmed_at: email === before.email ? before.email_confirmed_at : null,
    phone: changes.phone ?? before.phone,
    delivery_address: changes.deliveryAddress ?? before.delivery_address,
    delivery_city: changes.deliveryCity ?? before.delivery_city,
    delivery_state: changes.deliveryState ?? before.delivery_state,
    delivery_postcode: changes.deliveryPostcode ?? before.delivery_postcode,
    same_as_delivery: flag(changes.sameAsDelivery) ?? before.same_as_delivery,
    billing_address: changes.billingAddress ?? before.billing_address,
    billing_city: changes.billingCity ?? before.billing_city,
    billing_state: changes.billingState ?? before.billing_state,
    billing_postcode: changes.billingPostcode ?? before.billing_postcode,
    paypal_email: changes.paypalEmail ?? before.paypal_email,
  };
  return {
    ...changed,
    ...(changed.same_as_delivery === 1 ? billingAsDelivery(changed) : {}),
    // With real payments the shop stores no card.
    ...(shop.settings.stripe === null && {
      card_name: changes.cardName ?? before.card_name,
      ...sealedChanges(shop, before.id, changes, cardKeyId),
    }),
  };
}

const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0);

/** The delivery address as billing address. It is stored, so that billing starts from it when `sameAsDelivery` is turned off. */
function billingAsDelivery(row: UserRow) {
  return {
    billing_address: row.delivery_address,
    billing_city: row.delivery_city,
    billing_state: row.delivery_state,
    billing_postcode: row.delivery_postcode,
  };
}

function sealedChanges(shop: Shop, userId: string, changes: ProfileChanges, cardKeyId: string): Partial<UserRow> {
  const given = (field: CardField) => {
    const value = changes[field];
    // A form that is saved unchanged sends the masked value. No real value contains a bullet.
    return value === undefined || value.includes('•') ? null : value;
  };
  return Object.fromEntries(
    cardFields.flatMap((field) => {
      const value = given(field);
      return value === null ? [] : [[sealedColumns[field], shop.cards.seal(userId, field, value, cardKeyId)]];
    }),
  );
}
