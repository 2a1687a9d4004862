import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paymentMethods } from './states.ts';

/** `simulated`: no money moves. `stripe`: the buyer pays on a page of Stripe. `methods` are those a checkout may name. */
export const paymentOptions = z.object({
  mode: z.enum(['simulated', 'stripe']),
  methods: z.array(z.enum(paymentMethods)),
});
export type PaymentOptions = z.infer<typeof paymentOptions>;

export const shopEndpoints = {
  getShop: endpoint({
    method: 'GET',
    path: '/shop',
    access: 'public',
    summary: 'What everybody may know of the shop and its settings',
    reply: z.object({
      name: z.string(),
      currency: z.string(),
      timezone: z.string(),
      payments: paymentOptions,
    }),
  }),
};
