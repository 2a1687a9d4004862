import { type Role, roles, setsPrices } from '#contract/roles.ts';
import type { StaffMember } from '#contract/staff.ts';
import type { Shop } from '#server/shop.ts';
import { selectAdmins, type UserRow } from './accounts.queries.ts';
import { findUnwrittenLastSeen, withLastSeen } from './last-seen.ts';
import { onlineSince } from './present-user.ts';
import { secondFactorsOf } from './second-factor.ts';

/** Everybody with a role: owners, then staff, then viewers; within a role the oldest account first. */
export async function listStaff(shop: Shop): Promise<StaffMember[]> {
  const { read } = shop.database;
  const unwritten = await findUnwrittenLastSeen(read, shop, null);
  const rows = (await selectAdmins(read)).map((row) => withLastSeen(row, unwritten));
  const people = rows.flatMap((row) => (row.role === null ? [] : [{ row, role: row.role }]));
  people.sort((left, right) => roles.indexOf(left.role) - roles.indexOf(right.role));
  return Promise.all(people.map(({ row, role }) => present(shop, row, role)));
}

async function present(shop: Shop, row: UserRow, role: Role): Promise<StaffMember> {
  const { id, name, email, last_seen_at, blocked_at } = row;
  return {
    id,
    name,
    email,
    role,
    maySetPrices: setsPrices(role, row.may_set_prices === 1),
    secondFactor: await secondFactorsOf(shop.database.read, row),
    isOnline: last_seen_at >= onlineSince(shop),
    lastSeenAt: last_seen_at === 0 ? null : new Date(last_seen_at).toISOString(),
    blockedAt: blocked_at === null ? null : new Date(blocked_at).toISOString(),
  };
}
