import { z } from 'zod';

/**
 * The roles of people who run the shop, the highest first. Everybody with a role is an admin (`isAdmin`) and reads the panel; `staff`
 * also works on listings, orders and enquiries; `owner` may do everything (docs/behaviour/accounts.md, "Roles").
 */
export const roles = ['owner', 'staff', 'viewer'] as const;
export type Role = (typeof roles)[number];

export const roleOrNone = z.enum(roles, 'role is owner, staff, viewer or null').nullable();

/** Whether a user may do what needs at least the role `least`. Customers have no role (null). */
export function hasRole(role: Role | null, least: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(least);
}

/**
 * Whether a person with this role decides what pieces cost: owners do, and staff who have the right to it
 * (docs/decisions/0071-who-sets-prices.md).
 */
export function setsPrices(role: Role | null, mayAsStaff: boolean): boolean {
  return role === 'owner' || (role === 'staff' && mayAsStaff);
}

export function isRole(value: string): value is Role {
  return roles.some((role) => role === value);
}
