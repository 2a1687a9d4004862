import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The steps that set up a new shop, in the order in which the dashboard lists them (docs/behaviour/admin.md). */
export const setupSteps = [
  ...(['shop', 'piece', 'delivery', 'payments', 'tax'] as const),
  ...(['policies', 'email', 'own-address', 'second-factor', 'backup'] as const),
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const setupSettings = z.object({
  /** Whether an owner has hidden the list. */
  hidden: z.boolean(),
});
export type SetupSettings = z.infer<typeof setupSettings>;

export const setupEndpoints = {
  getSetup: endpoint({
    method: 'GET',
    path: '/admin/setup',
    access: 'owner',
    summary: 'What a new shop needs, and what of it is done',
    reply: z.object({
      steps: z.array(z.object({ id: z.enum(setupSteps), isDone: z.boolean() })),
      hidden: z.boolean(),
    }),
  }),
  hideSetup: endpoint({
    method: 'PUT',
    path: '/admin/setup',
    access: 'owner',
    summary: 'Hide the list of what a new shop needs, or show it again',
    body: setupSettings,
    reply: z.object({}),
  }),
};
