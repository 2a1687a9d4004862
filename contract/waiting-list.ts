import { z } from 'zod';
import { listing } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { pathId } from './text.ts';
import { inLanguage } from './translations.ts';

/** The longest turn, in hours. */
const longestTurn = 14 * 24;

/** How the shop treats collectors who wait for a piece (docs/behaviour/waiting-list.md). */
export const waitingSettings = z.object({
  /** How long a piece that comes back is kept for the first person on its list, then for the next. 0: the shop has no waiting list. */
  hours: z
    .int('Please give a whole number of hours.')
    .min(0, 'At least 0')
    .max(longestTurn, `At most ${longestTurn} hours`),
});
export type WaitingSettings = z.infer<typeof waitingSettings>;

export const waitingSettingDefaults: WaitingSettings = { hours: 0 };

const waitingChanges = waitingSettings.partial().extend({
  /** The values that the sender had read, as in `deliveryChanges` of settings.ts. */
  expected: waitingSettings.partial().optional(),
});

const waiting = z.object({
  /** 1 for the first who waits for the piece. */
  place: z.number(),
  joinedAt: z.string(),
  /** Until when the piece is kept for this person; null: it is not their turn. */
  until: z.string().nullable(),
});
export type Waiting = z.infer<typeof waiting>;

const listedWaiting = waiting.extend({ listing });
export type ListedWaiting = z.infer<typeof listedWaiting>;

const waitingPerson = waiting.extend({
  listingId: z.string(),
  listingName: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
});
export type WaitingPerson = z.infer<typeof waitingPerson>;

const byId = z.object({ id: pathId });
const inPages = listQuery(['place']).pick({ page: true, pageSize: true });

export const waitingListEndpoints = {
  listWaiting: endpoint({
    method: 'GET',
    path: '/waiting',
    access: 'customer',
    summary: 'The pieces that the caller waits for, the latest first',
    query: inPages.extend(inLanguage.shape),
    reply: z.object({ waiting: z.array(listedWaiting), total: z.number() }),
  }),
  getWaiting: endpoint({
    method: 'GET',
    path: '/waiting/:id',
    access: 'customer',
    summary: 'The place of the caller on the waiting list of a piece; null without one',
    params: byId,
    reply: z.object({ waiting: waiting.nullable(), hours: z.number() }),
  }),
  joinWaitingList: endpoint({
    method: 'PUT',
    path: '/waiting/:id',
    access: 'customer',
    summary: 'Wait for a unique piece that somebody else has; does nothing for somebody who already waits',
    params: byId,
    reply: z.object({ waiting }),
    refuses: [404, 409],
  }),
  leaveWaitingList: endpoint({
    method: 'DELETE',
    path: '/waiting/:id',
    access: 'customer',
    summary: 'Wait no longer; a piece that is kept for the caller goes to the next',
    params: byId,
    reply: z.object({}),
  }),
  listWaitingPeople: endpoint({
    method: 'GET',
    path: '/admin/waiting',
    access: 'viewer',
    confirmed: true,
    summary: 'Who waits for which piece, or for one: by piece, the first of a list first',
    query: inPages.extend({ listingId: pathId.optional() }),
    reply: z.object({ people: z.array(waitingPerson), total: z.number() }),
  }),
  removeFromWaitingList: endpoint({
    method: 'DELETE',
    path: '/admin/waiting/:id/:userId',
    access: 'staff',
    summary: 'Take somebody off the waiting list of a piece',
    params: byId.extend({ userId: pathId }),
    reply: z.object({}),
    refuses: [404],
  }),
  getWaitingSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/waiting-list',
    access: 'viewer',
    summary: 'How long a piece that comes back is kept for the person who waits for it',
    reply: z.object({ settings: waitingSettings }),
  }),
  updateWaitingSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/waiting-list',
    access: 'owner',
    confirmed: true,
    summary: 'Change how long a piece is kept for the person who waits for it; 0: the shop has no waiting list',
    body: waitingChanges,
    reply: z.object({ settings: waitingSettings }),
    refuses: [409],
  }),
};
