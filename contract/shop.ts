import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { checkoutMethods } from './states.ts';

/**
 * `simulated`: no money moves. `stripe`: the buyer pays on a page of Stripe. `methods` are those a checkout may name. `transfer`
 * describes that method where the owner offers it: whether also by BPAY, and for how many banking days pieces are reserved.
 */
const paymentOptions = z.object({
  mode: z.enum(['simulated', 'stripe']),
  methods: z.array(z.enum(checkoutMethods)),
  transfer: z.object({ bpay: z.boolean(), reserveDays: z.number() }).optional(),
});
export type PaymentOptions = z.infer<typeof paymentOptions>;

/** Whether the owner has set up delivery or pickup (docs/behaviour/delivery.md). Otherwise nothing is asked or charged. */
const deliveryFacts = z.object({
  offered: z.boolean(),
  /** Rates differ by state of Australia. */
  byState: z.literal(true).optional(),
  /** Rates differ by postcode. */
  byPostcode: z.literal(true).optional(),
});
export type DeliveryFacts = z.infer<typeof deliveryFacts>;

/** Who sells and how to reach them; only what the owner has set (docs/behaviour/settings.md, 6). */
const shopContact = z.object({
  legalName: z.string().optional(),
  /** Eleven digits. */
  abn: z.string().optional(),
  address: z
    .object({
      street: z.string(),
      city: z.string(),
      state: z.string(),
      postcode: z.string(),
      /** ISO 3166, e.g. AU. */
      country: z.string(),
    })
    .optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  hours: z.string().optional(),
});
export type ShopContact = z.infer<typeof shopContact>;

/** Which emails visitors may ask for, where the owner has turned them on (docs/behaviour/alerts.md). */
const offeredEmails = z.object({
  alerts: z.literal(true).optional(),
  newsletter: z.literal(true).optional(),
});
export type OfferedEmails = z.infer<typeof offeredEmails>;

export const shopEndpoints = {
  getShop: endpoint({
    method: 'GET',
    path: '/shop',
    access: 'public',
    cached: true,
    summary: 'What everybody may know of the shop and its settings',
    reply: z.object({
      name: z.string(),
      currency: z.string(),
      timezone: z.string(),
      payments: paymentOptions,
      delivery: deliveryFacts,
      /** The languages besides English in which the pages can be read. */
      languages: z.array(z.enum(languages)).optional(),
      ...offeredEmails.shape,
      ...shopContact.shape,
    }),
  }),
};
