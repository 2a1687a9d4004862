import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { emailAddress, line, pathId, prose } from './text.ts';

/** The sender and the last lines of the shop's emails (docs/behaviour/letters.md). */
export const letterSettings = z.object({
  /** The name beside the address of MAIL_FROM. If empty, the name in MAIL_FROM, or else the shop's name. */
  senderName: line(limits.shopName),
  /** The address for replies. If empty, the shop's email address, or else the sender. */
  replyTo: z.union([z.literal(''), emailAddress('Please enter a valid email address')]),
  /** A few lines below every email. */
  signOff: prose(limits.shortProse),
});
export type LetterSettings = z.infer<typeof letterSettings>;

export const letterSettingDefaults: LetterSettings = { senderName: '', replyTo: '', signOff: '' };

/** A kind of email that the shop sends. */
const letterKind = z.object({
  id: z.string(),
  name: z.string(),
  /** Who gets the email, in words; `when` is the occasion, in words. */
  to: z.string(),
  when: z.string(),
  /** How many emails of this kind a mail server has accepted in the last 30 days. */
  sent: z.number(),
});
export type LetterKind = z.infer<typeof letterKind>;

/**
 * States of an email. `file`: the shop had no mail server and wrote it to a file. `limited`: not sent, because the account had got too
 * many of this kind.
 */
const letterStates = ['queued', 'sent', 'file', 'failed', 'limited'] as const;

/** An email in the outbox, without its content. */
const sentLetter = z.object({
  id: z.string(),
  name: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(letterStates),
  /** Why the email is not sent, in words; empty for one that was sent. */
  reason: z.string(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  canResend: z.boolean(),
});
export type SentLetter = z.infer<typeof sentLetter>;

const params = z.object({ id: pathId });

export const letterEndpoints = {
  getLetterSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/letters',
    access: 'viewer',
    summary: 'How emails are signed, and by which address they are sent',
    reply: z.object({
      settings: letterSettings,
      /** What emails use if a setting is empty. `usesSmtp` is false if emails become files on the server. */
      sender: z.object({ name: z.string(), address: z.string(), replyTo: z.string(), usesSmtp: z.boolean() }),
    }),
  }),
  updateLetterSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/letters',
    access: 'owner',
    confirmed: true,
    summary: 'Change how emails are signed; absent fields stay as they are',
    body: letterSettings.partial().extend({
      /** The values that the sender had read; 409 if one of these fields is different now. */
      expected: letterSettings.partial().optional(),
    }),
    reply: z.object({ settings: letterSettings }),
    refuses: [409],
  }),
  listLetters: endpoint({
    method: 'GET',
    path: '/admin/letters',
    access: 'viewer',
    summary: 'Every kind of email that the shop sends',
    reply: z.object({ letters: z.array(letterKind) }),
  }),
  previewLetter: endpoint({
    method: 'GET',
    path: '/admin/letters/:id/preview',
    access: 'viewer',
    summary: 'An email of this kind with made-up data',
    params,
    reply: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
    refuses: [404],
  }),
  testLetter: endpoint({
    method: 'POST',
    path: '/admin/letters/:id/test',
    access: 'owner',
    confirmed: true,
    summary: 'Send an email of this kind with made-up data to the own address, marked as a test',
    params,
    reply: z.object({ to: z.string() }),
    refuses: [404, 409, 429],
  }),
  listSentLetters: endpoint({
    method: 'GET',
    path: '/admin/letters/sent',
    access: 'viewer',
    summary: 'The emails of the last 30 days with their state, newest first',
    query: listQuery(['date']).pick({ page: true, pageSize: true }),
    reply: z.object({ letters: z.array(sentLetter), total: z.number() }),
  }),
  resendLetter: endpoint({
    method: 'POST',
    path: '/admin/letters/sent/:id/resend',
    access: 'owner',
    confirmed: true,
    summary: 'Try again to send an email that could not be sent',
    params,
    reply: z.object({}),
    refuses: [404, 409],
  }),
};
