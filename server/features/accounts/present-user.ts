import { type CardField, maskSecret, type Profile, type User } from '#contract/accounts.ts';
import { homeCountry } from '#contract/country-names.ts';
import { durations } from '#contract/limits.ts';
import type { Buyer, ShownDelivery } from '#contract/orders.ts';
import type { Shop } from '#server/shop.ts';
import { sealedColumns, type UserRow } from './accounts.queries.ts';

/** Users seen at or after this time (epoch milliseconds) are online. */
export const onlineSince = (shop: Shop) => shop.clock() - durations.online;

/** A user as admins see them, without payment details. */
export function presentUser(shop: Shop, row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    phone: row.phone,
    isAdmin: row.role !== null,
    role: row.role,
    isOnline: row.last_seen_at >= onlineSince(shop),
    activityScore: row.activity_score,
    createdAt: new Date(row.created_at).toISOString(),
    deliveryAddress: row.delivery_address,
    deliveryCity: row.delivery_city,
    deliveryState: row.delivery_state,
    deliveryPostcode: row.delivery_postcode,
    sameAsDelivery: row.same_as_delivery === 1,
    ...billingOf(row),
    blockedAt: row.blocked_at === null ? null : new Date(row.blocked_at).toISOString(),
    blockReason: row.block_reason,
  };
}

/** Billing follows delivery while `sameAsDelivery` is on. */
function billingOf(row: UserRow) {
  const isSame = row.same_as_delivery === 1;
  return {
    billingAddress: isSame ? row.delivery_address : row.billing_address,
    billingCity: isSame ? row.delivery_city : row.billing_city,
    billingState: isSame ? row.delivery_state : row.billing_state,
    billingPostcode: isSame ? row.delivery_postcode : row.billing_postcode,
  };
}

/**
 * The profile as its owner sees it, always online. Card fields are masked unless `reveal`, and absent with real payments, where
 * the shop stores none.
 */
export function presentProfile(shop: Shop, row: UserRow, reveal = false): Profile {
  const shown = (field: CardField) => {
    const secret = shop.cards.open(row.id, field, row[sealedColumns[field]]);
    return reveal ? secret : maskSecret(secret);
  };
  const cards = {
    cardNumber: shown('cardNumber'),
    cardCvc: shown('cardCvc'),
    cardExpiry: shown('cardExpiry'),
    cardName: row.card_name,
    bpayNumber: shown('bpayNumber'),
    bpayRef: shown('bpayRef'),
  };
  return {
    ...presentUser(shop, row),
    isOnline: true,
    ...(shop.settings.stripe === null && cards),
    paypalEmail: row.paypal_email,
  };
}

/**
 * The account as an order stores it, and the delivery details of the profile: the first word of the name is the first name,
 * the rest the last name.
 */
export function presentBuyer(row: UserRow): { buyer: Buyer; delivery: ShownDelivery } {
  const [firstName = '', ...rest] = row.name.split(/\s+/);
  return {
    buyer: {
      id: row.id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      deliveryaddress: row.delivery_address,
      deliverycity: row.delivery_city,
      deliverystate: row.delivery_state,
      deliverypostcode: row.delivery_postcode,
    },
    delivery: {
      firstName,
      lastName: rest.join(' '),
      email: row.email,
      phone: row.phone,
      address: row.delivery_address,
      city: row.delivery_city,
      state: row.delivery_state,
      postcode: row.delivery_postcode,
      country: homeCountry,
    },
  };
}
