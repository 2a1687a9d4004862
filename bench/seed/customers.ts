import { createHash } from 'node:crypto';
import { durations } from '#contract/limits.ts';
import type { Buyer, ShownDelivery } from '#contract/orders.ts';
import { australianStates } from '#contract/states.ts';
import { newUserRow, presentBuyer, type UserRow } from '#server/features/accounts/accounts.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { SessionsTable } from '#server/platform/database/tables.ts';

export interface LoadCustomer {
  row: UserRow;
  buyer: Buyer;
  delivery: ShownDelivery;
}

export const adminEmail = 'admin@load.example';

const minute = 60_000;
const day = 24 * 60 * minute;
/** For how many days the shop has been open. */
export const daysOpen = 3 * 365;

const givenNames =
  'Anna Ben Chloe Đức Elena Farid Grace Hương Isaac Jun Kira Liam Mai Noah Olivia Phúc Quinn Rosa Sam Thu'.split(' ');
const familyNames =
  'Nguyễn Smith Trần Jones Lê Brown Phạm Wilson Chen Taylor Hoàng Walker Vũ Kelly Đặng Martin Bùi Young'.split(' ');
const streets = ['Beamish Street', 'Darling Street', 'King Street', 'Station Road', 'Ocean Parade', 'Church Lane'];
const cities = ['Campsie', 'Balmain', 'Footscray', 'Fremantle', 'Hobart', 'Glenelg', 'Cabramatta', 'Paddington'];

/** Registered users, oldest first. The first one is the admin. All have the same password. */
export function generateCustomers(
  random: SeededRandom,
  count: number,
  passwordHash: string,
  now: number,
): LoadCustomer[] {
  return Array.from({ length: count }, (_, index) => {
    const createdAt = Math.round(now - (daysOpen + 1) * day * (1 - index / count)) - random.below(minute);
    const role = index === 0 ? 'owner' : null;
    const name = role ? 'Load Admin' : `${random.pick(givenNames)} ${random.pick(familyNames)}`;
    const user = { name, email: role ? adminEmail : `customer${index}@load.example`, role, passwordHash } as const;
    // One in two hundred is online.
    const sinceSeen = random.chance(0.005) ? random.below(4 * minute) : 5 * minute + random.below(25 * day);
    const row: UserRow = {
      ...newUserRow({ clock: () => createdAt, randomBytes: random.bytes }, user),
      phone: random.chance(0.3) ? '' : `04${String(random.below(100_000_000)).padStart(8, '0')}`,
      activity_score: random.below(200),
      last_seen_at: Math.max(createdAt, now - sinceSeen),
      delivery_address: `${1 + random.below(200)} ${random.pick(streets)}`,
      delivery_city: random.pick(cities),
      delivery_state: random.pick(australianStates),
      delivery_postcode: String(2_000 + random.below(6_000)),
    };
    return { row, ...presentBuyer(row) };
  });
}

/** A live session: its token signs the customer in. Sessions of people with a role begin at `now`, because they end after days. */
export function sessionOf(
  random: SeededRandom,
  { row }: LoadCustomer,
  now: number,
): { token: string; row: SessionsTable } {
  const { created_at, last_seen_at } = row.role === null ? row : { created_at: now, last_seen_at: now };
  const token = random.bytes(32).toString('base64url');
  return {
    token,
    row: {
      token_hash: createHash('sha256').update(token).digest('hex'),
      id: random.bytes(12).toString('hex'),
      user_id: row.id,
      created_at,
      last_seen_at,
      device: 'Load',
      // In the future, because benchmarks and proofs last longer than a confirmation with the password is valid.
      confirmed_at: last_seen_at + durations.session,
    },
  };
}
