import { z } from 'zod';
import { ownSession, profile } from './accounts.ts';
import { cartItem } from './cart.ts';
import { ownConditionLink } from './condition-reports.ts';
import { endpoint } from './endpoint.ts';
import { enquiry, enquiryReply } from './enquiries.ts';
import { orderDetails } from './orders.ts';
import { ownPrivateLink } from './private-sales.ts';
import { secondFactorState } from './second-factor.ts';

/** Everything stored about a customer. Card fields are masked. */
const ownRecords = z.object({
  exportedAt: z.string(),
  profile,
  sessions: z.array(ownSession),
  secondFactor: secondFactorState.pick({ authenticatorApp: true, passkeys: true, recoveryCodesLeft: true }),
  orders: z.array(orderDetails),
  cart: z.array(cartItem),
  saved: z.array(z.object({ listingId: z.string(), savedAt: z.string() })),
  /** Client offers that the person took up, and offers and viewing rooms for their confirmed address. */
  offers: z.array(ownPrivateLink),
  /** Condition reports that were sent to the person or to their confirmed address. */
  conditionReports: z.array(ownConditionLink),
  /** The pieces that the person waits for. */
  waiting: z.array(z.object({ listingId: z.string(), joinedAt: z.string() })),
  /** What the account, or its confirmed email, asked to get by email. */
  alerts: z.array(
    z.object({
      kind: z.enum(['piece', 'artist', 'newsletter']),
      /** Id of the listing or the artist. */
      target: z.string(),
      askedAt: z.string(),
      confirmedAt: z.string().nullable(),
    }),
  ),
  /** Sent while signed in, or from the account's confirmed email. */
  enquiries: z.array(enquiry.extend({ replies: z.array(enquiryReply.omit({ author: true })) })),
});

export const ownRecordsEndpoints = {
  downloadOwnRecords: endpoint({
    method: 'GET',
    path: '/user/export',
    access: 'customer',
    confirmed: true,
    summary: 'Everything that is stored about the caller',
    reply: 'document',
    document: ownRecords,
    filename: 'my-records.json',
  }),
};
