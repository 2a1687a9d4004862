import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { listEnquiries, markEnquiryDone, sendEnquiry } from './enquiries.ts';

const sentMessage = 'Thank you. Your message has been sent.';

export function enquiryRoutes(shop: Shop): Handlers<'sendEnquiry' | 'listEnquiries' | 'markEnquiryDone'> {
  return {
    sendEnquiry: async ({ body, session, address }) =>
      (await sendEnquiry(shop, { ...body, userId: session?.userId ?? null }, address)) ?? { message: sentMessage },
    listEnquiries: ({ query }) => listEnquiries(shop, query),
    markEnquiryDone: async ({ params, session }) => {
      const enquiry = await markEnquiryDone(shop, session.userId, params.id);
      return isRefusal(enquiry) ? enquiry : { enquiry };
    },
  };
}
