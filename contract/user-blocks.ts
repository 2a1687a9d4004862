import { z } from 'zod';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { line, pathId } from './text.ts';

const byId = z.object({ id: pathId });

/** The endpoints that block an account and unblock it (docs/behaviour/accounts.md, 51). */
export const userBlockEndpoints = {
  blockUser: endpoint({
    method: 'POST',
    path: '/admin/users/:id/block',
    access: 'owner',
    confirmed: true,
    summary: 'Sign a user out everywhere, refuse further sign-ins, and end holds and pending orders; paid orders stay',
    params: byId,
    body: z.object({ reason: line(limits.shortText).optional() }),
    reply: z.object({ user }),
    refuses: [404, 409],
  }),
  unblockUser: endpoint({
    method: 'POST',
    path: '/admin/users/:id/unblock',
    access: 'owner',
    confirmed: true,
    summary: 'Let a blocked user sign in again',
    params: byId,
    reply: z.object({ user }),
    refuses: [404],
  }),
};
