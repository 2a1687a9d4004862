import type { Enquiry } from '#contract/enquiries.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteEnquiry,
  listEnquiries,
  markEnquiryDone,
  reopenEnquiry,
  replyToEnquiry,
  sendEnquiry,
} from './enquiries.ts';

const sentMessage = say('Thank you. Your message has been sent.');

type EnquiryEndpoint =
  | 'sendEnquiry'
  | 'listEnquiries'
  | 'markEnquiryDone'
  | 'reopenEnquiry'
  | 'replyToEnquiry'
  | 'deleteEnquiry';

export function enquiryRoutes(shop: Shop): Handlers<EnquiryEndpoint> {
  const answer = async (change: Promise<Enquiry | Refusal>) => {
    const enquiry = await change;
    return isRefusal(enquiry) ? enquiry : { enquiry };
  };
  return {
    sendEnquiry: async ({ body, session, address, pageLanguage }) => {
      const enquiry = { ...body, userId: session?.userId ?? null, language: pageLanguage ?? 'en' };
      return (await sendEnquiry(shop, enquiry, address)) ?? { message: sentMessage };
    },
    listEnquiries: ({ query }) => listEnquiries(shop, query),
    markEnquiryDone: ({ params, session }) => answer(markEnquiryDone(shop, session.userId, params.id)),
    reopenEnquiry: ({ params, session }) => answer(reopenEnquiry(shop, session.userId, params.id)),
    replyToEnquiry: ({ params, body, session }) =>
      answer(replyToEnquiry(shop, session.userId, { id: params.id, ...body })),
    deleteEnquiry: async ({ params, session }) =>
      (await deleteEnquiry(shop, session.userId, params.id)) ?? { message: say('Enquiry deleted') },
  };
}
