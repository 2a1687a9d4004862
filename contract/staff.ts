import { z } from 'zod';
import { secondFactorKinds, user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { roleOrNone, roles } from './roles.ts';
import { pathId } from './text.ts';

const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  secondFactor: z.array(z.enum(secondFactorKinds)),
  isOnline: z.boolean(),
  /** Null for an account without a session. */
  lastSeenAt: z.string().nullable(),
  blockedAt: z.string().nullable(),
});
/** Somebody who has a role, as owners see them. */
export type StaffMember = z.infer<typeof staffMember>;

/** The people who run the shop (docs/behaviour/accounts.md, "Roles"). */
export const staffEndpoints = {
  listStaff: endpoint({
    method: 'GET',
    path: '/admin/staff',
    access: 'owner',
    summary: 'Everybody with a role, owners first, with their second factors',
    reply: z.object({ people: z.array(staffMember) }),
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/admin/users/:id/role',
    access: 'owner',
    confirmed: true,
    summary: 'Give a user another role, or none (null); refused for the last owner',
    params: z.object({ id: pathId }),
    body: z.object({ role: roleOrNone }),
    reply: z.object({ user }),
    refuses: [404, 409],
  }),
};
