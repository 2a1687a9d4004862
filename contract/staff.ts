import { z } from 'zod';
import { accountMessages, newPassword, nothing, ownSession, secondFactorKinds, user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { failures } from './errors.ts';
import { limits } from './limits.ts';
import { roleOrNone, roles } from './roles.ts';
import { emailAddress, line, pathId } from './text.ts';

const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Whether the person decides what pieces cost: always true for owners and false for viewers. */
  maySetPrices: z.boolean(),
  secondFactor: z.array(z.enum(secondFactorKinds)),
  isOnline: z.boolean(),
  /** Null for an account without a session. */
  lastSeenAt: z.string().nullable(),
  blockedAt: z.string().nullable(),
});
/** Somebody who has a role, as owners see them. */
export type StaffMember = z.infer<typeof staffMember>;

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  maySetPrices: z.boolean(),
  /** The name of the owner who sent it. */
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
/** An invitation to run the shop that was neither accepted nor withdrawn. */
export type Invitation = z.infer<typeof invitation>;

/** Whether the person sets prices as staff. Other roles ignore it. */
const maySetPrices = z.boolean('maySetPrices is true or false');

/** The people who run the shop (docs/behaviour/accounts.md, "Roles"). */
export const staffEndpoints = {
  listStaff: endpoint({
    method: 'GET',
    path: '/admin/staff',
    access: 'owner',
    summary: 'Everybody with a role, owners first, with their second factors',
    reply: z.object({ people: z.array(staffMember) }),
  }),
  inviteStaff: endpoint({
    method: 'POST',
    path: '/admin/staff/invitations',
    access: 'owner',
    confirmed: true,
    summary: 'Send somebody a link with which they get a role, once and within 7 days',
    body: z.object({
      email: emailAddress(accountMessages.emailInvalid),
      role: z.enum(roles, 'role is owner, staff or viewer'),
      maySetPrices: maySetPrices.default(true),
    }),
    reply: z.object({ invitation }),
    status: 201,
    refuses: [409, 429],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/admin/staff/invitations',
    access: 'owner',
    summary: 'The invitations that can still be accepted, the latest first',
    reply: z.object({ invitations: z.array(invitation) }),
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/admin/staff/invitations/:id',
    access: 'owner',
    confirmed: true,
    summary: 'Withdraw an invitation: its link ends',
    params: z.object({ id: pathId }),
    reply: nothing,
    refuses: [404],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/accept-invitation',
    access: 'public',
    summary:
      'Accept an invitation with the token of its link: the account of the invited address, which is created if there is none, gets the role, this name and this password, and its sessions end',
    body: z.object({
      token: line(limits.shortText, failures.linkInvalid[1]),
      name: line(limits.name, accountMessages.newUserIncomplete),
      password: newPassword('Password is required'),
    }),
    reply: z.object({ message: z.string() }),
    refuses: [403, 409],
  }),
  listStaffSessions: endpoint({
    method: 'GET',
    path: '/admin/staff/:id/sessions',
    access: 'owner',
    summary: 'The sessions of somebody with a role, the last used first',
    params: z.object({ id: pathId }),
    reply: z.object({ sessions: z.array(ownSession) }),
    refuses: [404],
  }),
  endStaffSession: endpoint({
    method: 'DELETE',
    path: '/admin/staff/:id/sessions/:sessionId',
    access: 'owner',
    confirmed: true,
    summary: 'End one session of somebody with a role',
    params: z.object({ id: pathId, sessionId: pathId }),
    reply: nothing,
    refuses: [404],
  }),
  setPriceRight: endpoint({
    method: 'PUT',
    path: '/admin/staff/:id/price-right',
    access: 'owner',
    confirmed: true,
    summary: 'Give somebody with a role the right to set prices as staff, or take it away',
    params: z.object({ id: pathId }),
    body: z.object({ maySetPrices }),
    reply: nothing,
    refuses: [404],
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
