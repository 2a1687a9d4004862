import { z } from 'zod';
import { accountMessages } from './accounts.ts';
import { listing } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { price } from './money.ts';
import { areUnique, emailAddress, id, isEmailAddress, line, moment, pathId, prose } from './text.ts';
import { inLanguage } from './translations.ts';

/**
 * Pieces behind a link that only its receiver knows (docs/behaviour/private-sales.md). `offer`: they are reserved for anybody who
 * has the link. `room`: they are only shown.
 */
const privateLinkKinds = ['offer', 'room'] as const;
export type PrivateLinkKind = (typeof privateLinkKinds)[number];

/** `ended`: by time; `closed`: by the shop; `declined`: by the person who has the link. */
const privateLinkStates = ['open', 'ended', 'closed', 'declined'] as const;
export type PrivateLinkState = (typeof privateLinkStates)[number];

const privateListing = z.object({
  /** In a room without prices `price` is absent. If the link has an own price for the piece, that is the `price`. */
  listing: listing.omit({ price: true }).extend({ price: z.number().optional() }),
  /** What the shop wrote about the piece; may be empty. */
  words: z.string(),
  /** Whether everybody sees the piece, so that it has a page of its own. */
  hasPage: z.boolean(),
  /** `open`: anybody who has the link can have it; `taken`: for now or for good, somebody else has it. */
  state: z.enum(['open', 'taken', 'sold']),
});
export type PrivateListing = z.infer<typeof privateListing>;

const openedLink = z.object({
  kind: z.enum(privateLinkKinds),
  /** Of the client, or of the room; may be empty. */
  name: z.string(),
  note: z.string(),
  until: z.string(),
  pieces: z.array(privateListing),
});
export type OpenedLink = z.infer<typeof openedLink>;

/** An offer or a room as the panel shows it. */
const privateLink = z.object({
  id: z.string(),
  kind: z.enum(privateLinkKinds),
  state: z.enum(privateLinkStates),
  name: z.string(),
  email: z.string(),
  note: z.string(),
  until: z.string(),
  showsPrices: z.boolean(),
  createdAt: z.string(),
  /** `price`: the own price, absent if it is the listing's. */
  pieces: z.array(
    z.object({
      listingId: z.string(),
      name: z.string(),
      words: z.string(),
      sold: z.boolean(),
      price: z.number().optional(),
    }),
  ),
  /** How often it was opened on each day of the shop, newest first; at most 30 days. */
  openings: z.array(z.object({ day: z.string(), count: z.number() })),
  /** How often it was opened in all. */
  opened: z.number(),
});
export type PrivateLink = z.infer<typeof privateLink>;

/** An offer or a room as its client has it in the download of own records. */
export const ownPrivateLink = z.object({
  kind: z.enum(privateLinkKinds),
  name: z.string(),
  note: z.string(),
  createdAt: z.string(),
  until: z.string(),
  pieces: z.array(z.object({ listingId: z.string(), price: z.number().optional() })),
});
export type OwnPrivateLink = z.infer<typeof ownPrivateLink>;

const pieces = z
  .array(z.object({ listingId: id, price: price.optional(), words: prose(limits.shortProse).default('') }))
  .min(1, 'Please choose a piece')
  .max(limits.listingsPerCheckout)
  .refine((all) => areUnique(all.map(({ listingId }) => listingId)), 'A piece can be chosen once');
const changeable = {
  name: line(limits.name),
  note: prose(limits.message),
  until: moment,
  showsPrices: z.boolean(),
};
const newPrivateLink = z.object({
  ...changeable,
  kind: z.enum(privateLinkKinds),
  name: changeable.name.default(''),
  note: changeable.note.default(''),
  showsPrices: changeable.showsPrices.default(true),
  email: line(limits.email)
    .refine((value) => value === '' || isEmailAddress(value), 'Please enter a valid email address')
    .default(''),
  pieces,
  /** Sends the link to `email`. */
  send: z.boolean().default(false),
});
export type NewPrivateLink = z.infer<typeof newPrivateLink>;

const changedPrivateLink = z.object({ ...changeable, pieces }).partial();
export type ChangedPrivateLink = z.infer<typeof changedPrivateLink>;

const byId = z.object({ id: pathId });
/** Any short text is accepted; one that is no token of a link is answered with 404. */
const byToken = z.object({ token: z.string().max(limits.shortText) });

export const privateSaleEndpoints = {
  openPrivateLink: endpoint({
    method: 'POST',
    path: '/private/open',
    access: 'public',
    summary: 'The pieces behind a private link, or the day on which it ended. Counts the opening',
    query: inLanguage,
    body: byToken,
    reply: z.object({ link: openedLink.nullable(), endedAt: z.string().nullable() }),
    refuses: [404],
  }),
  takePrivateOffer: endpoint({
    method: 'POST',
    path: '/private/take',
    access: 'customer',
    summary: 'Take up a client offer: its pieces are reserved for the caller, at the prices of the offer',
    query: inLanguage,
    body: byToken,
    reply: z.object({ link: openedLink }),
    refuses: [404, 409],
  }),
  declinePrivateOffer: endpoint({
    method: 'POST',
    path: '/private/decline',
    access: 'public',
    summary: 'Let the pieces of a client offer go: they can be bought by anybody again',
    body: byToken,
    reply: z.object({}),
    refuses: [404, 409],
  }),
  askToReserve: endpoint({
    method: 'POST',
    path: '/private/reserve',
    access: 'public',
    summary:
      'Ask the shop to reserve a piece of a viewing room: an enquiry with the piece and the room. Reserves nothing',
    body: byToken.extend({
      listingId: id,
      name: line(limits.name, 'Please enter your name'),
      email: emailAddress(accountMessages.emailInvalid, 'Please enter your email address'),
      /** What the visitor adds; may be empty. */
      message: prose(limits.shortProse).default(''),
    }),
    reply: z.object({}),
    status: 201,
    refuses: [404, 409, 429],
  }),
  listPrivateLinks: endpoint({
    method: 'GET',
    path: '/admin/private-links',
    access: 'viewer',
    summary: 'Client offers or viewing rooms, newest first',
    query: listQuery(['createdAt'])
      .pick({ page: true, pageSize: true })
      .extend({ kind: z.enum(privateLinkKinds).optional() }),
    reply: z.object({ links: z.array(privateLink), total: z.number() }),
  }),
  addPrivateLink: endpoint({
    method: 'POST',
    path: '/admin/private-links',
    access: 'staff',
    summary:
      'Make a client offer or a viewing room. `url` is not stored and cannot be read again. Own prices need an owner',
    body: newPrivateLink,
    reply: z.object({ link: privateLink, url: z.string() }),
    status: 201,
    refuses: [403, 404, 409, 429],
  }),
  changePrivateLink: endpoint({
    method: 'PUT',
    path: '/admin/private-links/:id',
    access: 'staff',
    summary: 'Change an offer or a room that was not closed, also its end; the pieces of a room only',
    params: byId,
    body: changedPrivateLink,
    reply: z.object({ link: privateLink }),
    refuses: [404, 409],
  }),
  renewPrivateLink: endpoint({
    method: 'POST',
    path: '/admin/private-links/:id/renew',
    access: 'staff',
    summary: 'A new address for it; the old one opens nothing from then on',
    params: byId,
    body: z.object({ send: z.boolean().default(false) }),
    reply: z.object({ link: privateLink, url: z.string() }),
    refuses: [404, 409, 429],
  }),
  closePrivateLink: endpoint({
    method: 'POST',
    path: '/admin/private-links/:id/close',
    access: 'staff',
    summary: 'Close it for good; the pieces of an offer can be bought by anybody again',
    params: byId,
    reply: z.object({ link: privateLink }),
    refuses: [404, 409],
  }),
};
