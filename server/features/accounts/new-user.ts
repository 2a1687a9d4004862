import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { foldText } from '#contract/text.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { insertUser, type UserRow } from './accounts.queries.ts';
import { hashNewPassword } from './new-password.ts';
import { isEmailTaken } from './taken-email.ts';

export interface NewUser {
  name: string;
  email: string;
  /** The encoded hash of PasswordHasher. */
  passwordHash: string;
  role: Role | null;
  /** The language of the page where the user registers; English by default. */
  language?: Language | null;
}

/**
 * Creates an account without a session. In the same transaction, `lock` runs first and may refuse, and `alongside` runs after the insert.
 * Refuses an email that has an account (409), and a password that is too short or easy to guess (400).
 */
export async function createUser(
  shop: Shop,
  { password, ...user }: Omit<NewUser, 'passwordHash'> & { password: string },
  lock: (tx: Writer) => Promise<Refusal | null>,
  alongside: (tx: Writer, row: UserRow) => Promise<void>,
): Promise<UserRow | Refusal> {
  if (await isEmailTaken(shop.database.read, shop, user.email)) return refuse('emailTaken');
  const passwordHash = await hashNewPassword(shop, { password, email: user.email, field: 'password' });
  if (isRefusal(passwordHash)) return passwordHash;
  return shop.database.write(async (tx) => {
    const refused = await lock(tx);
    if (refused) return refused;
    if (await isEmailTaken(tx, shop, user.email)) return refuse('emailTaken');
    const row = newUserRow(shop, { ...user, passwordHash });
    await insertUser(tx, row);
    await alongside(tx, row);
    return row;
  });
}

/** A user with the defaults: state NSW, billing same as delivery, everything else empty. */
export function newUserRow(
  shop: Pick<Shop, 'clock' | 'randomBytes'>,
  { name, email, passwordHash, role, language }: NewUser,
): UserRow {
  return {
    id: shop.randomBytes(12).toString('hex'),
    name,
    name_folded: foldText(name),
    email,
    email_folded: foldText(email),
    phone: '',
    role,
    may_set_prices: 1,
    password_hash: passwordHash,
    activity_score: 0,
    last_seen_at: 0,
    created_at: shop.clock(),
    delivery_address: '',
    delivery_city: '',
    delivery_state: 'NSW',
    delivery_postcode: '',
    same_as_delivery: 1,
    billing_address: '',
    billing_city: '',
    billing_state: 'NSW',
    billing_postcode: '',
    card_name: '',
    paypal_email: '',
    card_number_sealed: '',
    card_cvc_sealed: '',
    card_expiry_sealed: '',
    bpay_number_sealed: '',
    bpay_ref_sealed: '',
    is_demo: 0,
    email_confirmed_at: null,
    blocked_at: null,
    block_reason: null,
    language: language ?? 'en',
    factor_changes: 0,
  };
}
