import { z } from 'zod';
import { accountMessages } from './accounts.ts';
import { deliveryPlace } from './delivery-place.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { emailAddress, id, line, pathId, prose } from './text.ts';

/** What an enquiry may ask for besides an answer. */
const enquiryWishes = ['condition report'] as const;

export const enquiryReply = z.object({
  id: z.string(),
  /** The name of the admin who wrote it; null if the account was deleted. */
  author: z.string().nullable(),
  text: z.string(),
  createdAt: z.string(),
});

export const enquiry = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  listingId: z.string().nullable(),
  listingName: z.string().nullable(),
  /** All pieces that the enquiry is about, also the one of `listingId`. */
  pieces: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Where the pieces are to be delivered; null if the enquiry is not about a delivery. */
  place: deliveryPlace.nullable(),
  /** What the sender asks for besides an answer; null for nothing else. */
  asksFor: z.enum(enquiryWishes).nullable(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
  /** The answers written in the panel, oldest first. */
  replies: z.array(enquiryReply),
});
export type Enquiry = z.infer<typeof enquiry>;

export const enquirySortFields = ['date', 'createdAt', 'name', 'email', 'subject', 'doneAt', 'id'] as const;

export const enquiryEndpoints = {
  sendEnquiry: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'public',
    summary: 'Send the contact form; the enquiry is stored, and mailed if mail is configured',
    body: z.object({
      name: line(limits.name, 'Please enter your name'),
      email: emailAddress(accountMessages.emailInvalid, 'Please enter your email address'),
      subject: line(limits.subject).optional(),
      message: prose(limits.message, 'Please enter a message'),
      listingId: id.optional(),
      /** Further pieces, for example all of a cart. */
      listingIds: z.array(id).max(limits.listingsPerCheckout).optional(),
      /** Where the pieces are to be delivered, if the sender asks about their delivery. */
      place: deliveryPlace.optional(),
      asksFor: z.enum(enquiryWishes).optional(),
    }),
    reply: z.object({ message: z.string() }),
    status: 201,
    refuses: [429],
  }),
  listEnquiries: endpoint({
    method: 'GET',
    path: '/admin/enquiries',
    access: 'viewer',
    summary: 'Enquiries from the contact form, newest first',
    query: listQuery(enquirySortFields),
    reply: z.object({ enquiries: z.array(enquiry), total: z.number(), unread: z.number() }),
  }),
  markEnquiryDone: endpoint({
    method: 'POST',
    path: '/admin/enquiries/:id/done',
    access: 'staff',
    summary: 'Mark an enquiry as done',
    params: z.object({ id: pathId }),
    reply: z.object({ enquiry }),
    refuses: [404],
  }),
  reopenEnquiry: endpoint({
    method: 'POST',
    path: '/admin/enquiries/:id/reopen',
    access: 'staff',
    summary: 'Mark an enquiry as not done',
    params: z.object({ id: pathId }),
    reply: z.object({ enquiry }),
    refuses: [404],
  }),
  replyToEnquiry: endpoint({
    method: 'POST',
    path: '/admin/enquiries/:id/replies',
    access: 'staff',
    summary: 'Answer an enquiry by email, and keep the answer',
    params: z.object({ id: pathId }),
    body: z.object({
      text: prose(limits.message, 'Please write an answer'),
      /** Whether the enquiry is also marked as done. */
      done: z.boolean().optional(),
    }),
    reply: z.object({ enquiry }),
    status: 201,
    refuses: [404, 429],
  }),
  deleteEnquiry: endpoint({
    method: 'DELETE',
    path: '/admin/enquiries/:id',
    access: 'staff',
    summary: 'Delete an enquiry with its answers',
    params: z.object({ id: pathId }),
    reply: z.object({ message: z.string() }),
    refuses: [404],
  }),
};
