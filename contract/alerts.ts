import { z } from 'zod';
import { accountMessages } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { emailAddress, id, pathId } from './text.ts';
import { inLanguage } from './translations.ts';

/** Which emails visitors may ask for (docs/behaviour/alerts.md). All are off until an owner turns them on. */
export const alertSettings = z.object({
  /** Whether visitors may ask for an email when a piece can be bought again, and when there is new work by an artist. */
  alerts: z.boolean(),
  /** Whether visitors may ask for the newsletter. The shop stores who asked; it sends no newsletter itself. */
  newsletter: z.boolean(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

export const alertSettingDefaults: AlertSettings = { alerts: false, newsletter: false };

const alertChanges = alertSettings.partial().extend({
  /** The values that the sender had read; 409 if one of these fields is different now. */
  expected: alertSettings.partial().optional(),
});

const alertKinds = ['piece', 'artist', 'newsletter'] as const;

const alert = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  /** The id of the piece; null unless `kind` is `piece`. */
  listingId: z.string().nullable(),
  /** The name of the piece, the artist or the newsletter; `path` is the path of its page. */
  name: z.string(),
  path: z.string(),
  /** Whether the piece is sold; false unless `kind` is `piece`. */
  sold: z.boolean(),
});
export type Alert = z.infer<typeof alert>;

export const alertEndpoints = {
  listAlerts: endpoint({
    method: 'GET',
    path: '/alerts',
    access: 'customer',
    summary: 'The alerts of the caller, newest first, and the address they are sent to',
    query: listQuery(['createdAt']).pick({ page: true, pageSize: true }).extend(inLanguage.shape),
    reply: z.object({ alerts: z.array(alert), total: z.number(), email: z.string() }),
  }),
  addAlert: endpoint({
    method: 'POST',
    path: '/alerts',
    access: 'public',
    summary:
      'Ask for one email when a piece is free again, for new work by an artist, or for the newsletter. `confirm`: the address gets an email with a link first; the same for every address',
    body: z
      .object({
        listingId: id.optional(),
        /** Last part of the address of the artist's page. */
        artist: id.optional(),
        newsletter: z.literal(true).optional(),
        /** The address of a guest; ignored if the caller is signed in. */
        email: emailAddress(accountMessages.emailInvalid, 'Please enter your email address').optional(),
      })
      .refine((asked) => [asked.listingId, asked.artist, asked.newsletter].filter(Boolean).length === 1, {
        path: ['listingId'],
        message: 'Please give a piece, an artist or the newsletter.',
      }),
    reply: z.object({ state: z.enum(['on', 'confirm']) }),
    refuses: [404, 409, 429],
  }),
  stopAlert: endpoint({
    method: 'DELETE',
    path: '/alerts/:id',
    access: 'customer',
    summary: 'End an own alert',
    params: z.object({ id: pathId }),
    reply: z.object({}),
    refuses: [404],
  }),
  getAlertSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/alerts',
    access: 'viewer',
    summary:
      'Whether visitors may ask for alerts and the newsletter, how many alerts are open, and how many people get the newsletter',
    reply: z.object({ settings: alertSettings, open: z.number(), readers: z.number() }),
  }),
  downloadNewsletter: endpoint({
    method: 'GET',
    path: '/admin/newsletter.csv',
    access: 'owner',
    confirmed: true,
    summary: 'Who asked for the newsletter and confirmed it, with the day of the consent',
    reply: 'csv',
  }),
  updateAlertSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/alerts',
    access: 'owner',
    confirmed: true,
    summary: 'Turn alerts or the newsletter on or off; absent fields stay as they are',
    body: alertChanges,
    reply: z.object({ settings: alertSettings }),
    refuses: [409],
  }),
};
