import { z } from 'zod';
import { accountMessages } from './accounts.ts';
import { image } from './catalog.ts';
import { conditionStates, markKinds } from './condition-words.ts';
import { endpoint } from './endpoint.ts';
import { enquiry } from './enquiries.ts';
import { limits } from './limits.ts';
import { areUnique, emailAddress, line, pathId, prose } from './text.ts';

/** A distance from the left or upper edge in percent of the picture, so that a mark keeps its place in every size. */
const percent = z
  .number('A place is a number of percent')
  .min(0, 'From 0 to 100 percent')
  .max(100, 'From 0 to 100 percent');

const writtenMark = z.object({
  x: percent,
  y: percent,
  kind: z.enum(markKinds),
  /** May be empty in a draft. */
  text: line(limits.shortText).default(''),
});
export type ConditionMark = z.output<typeof writtenMark>;

const writtenPhotograph = z.object({
  /** The path of a picture that is stored in the shop. */
  url: line(limits.url),
  caption: line(limits.shortText).default(''),
  /** The marks; the page numbers them in this order, from 1. */
  marks: z
    .array(writtenMark)
    .max(limits.marksPerPhotograph, `A photograph has at most ${limits.marksPerPhotograph} marks`)
    .default([]),
});
export type WrittenPhotograph = z.output<typeof writtenPhotograph>;

const text = prose(limits.message).default('');

/** What staff writes in a report. In a draft everything may be empty. */
export const writtenReport = z.object({
  /** YYYY-MM-DD. */
  examinedOn: z.union([z.literal(''), z.iso.date()], 'Please enter a day as 2026-11-03').default(''),
  /** Who examined the piece. */
  examiner: line(limits.name).default(''),
  state: z.enum(['', ...conditionStates]).default(''),
  surface: text,
  edges: text,
  frame: text,
  restorations: text,
  notes: text,
  photographs: z
    .array(writtenPhotograph)
    .max(limits.conditionPhotographs, `A report has at most ${limits.conditionPhotographs} photographs`)
    .refine((all) => areUnique(all.map(({ url }) => url)), 'A photograph is in a report once')
    .default([]),
});
export type WrittenReport = z.output<typeof writtenReport>;

/** The phases of a report. `withdrawn`: it was issued, and the shop has taken it back. */
const conditionPhases = ['draft', 'issued', 'withdrawn'] as const;

const facts = {
  id: z.string(),
  listingId: z.string(),
  phase: z.enum(conditionPhases),
  examinedOn: z.string(),
  examiner: z.string(),
  state: z.enum(['', ...conditionStates]),
  issuedAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  /** Why the report was withdrawn; empty if it was not. */
  reason: z.string(),
};

/** A report in the list of the reports of a piece. */
export const listedReport = z.object({ ...facts, photographs: z.number().int(), marks: z.number().int() });
export type ListedReport = z.infer<typeof listedReport>;

/** A link to a report that was sent to somebody. */
export const conditionLink = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty once the account with this address was deleted. */
  email: z.string(),
  sentAt: z.string(),
  until: z.string(),
  /** Whether the link still opens the report. */
  isOpen: z.boolean(),
});
export type ConditionLink = z.infer<typeof conditionLink>;

const conditionPhotograph = z.object({
  image,
  caption: z.string(),
  marks: z.array(z.object({ x: z.number(), y: z.number(), kind: z.enum(markKinds), text: z.string() })),
});
export type ConditionPhotograph = z.infer<typeof conditionPhotograph>;

/** A whole report as the panel sees it. */
const conditionReport = z.object({
  ...facts,
  /** The name of the piece: of today in a draft, afterwards that of the day when it was issued. */
  name: z.string(),
  surface: z.string(),
  edges: z.string(),
  frame: z.string(),
  restorations: z.string(),
  notes: z.string(),
  photographs: z.array(conditionPhotograph),
  /** Counts the changes of a draft, so that nobody overwrites what somebody else has written. */
  version: z.number().int(),
  /** The newest first. */
  links: z.array(conditionLink),
});
export type ConditionReport = z.infer<typeof conditionReport>;

/** The report of a piece in an order of the buyer. */
export const ownConditionReport = z.object({ id: z.string(), listingId: z.string(), examinedOn: z.string() });
export type OwnConditionReport = z.infer<typeof ownConditionReport>;

/** A link that somebody was sent, as the download of their own records has it. */
export const ownConditionLink = z.object({
  name: z.string(),
  email: z.string(),
  listingId: z.string(),
  sentAt: z.string(),
  until: z.string(),
});
export type OwnConditionLink = z.infer<typeof ownConditionLink>;

const byId = z.object({ id: pathId });
/** Any short text is accepted; one that is no token of a link is answered with 404. */
const byToken = z.object({ token: z.string().max(limits.shortText) });
const version = z.number().int();
const oneReport = z.object({ report: conditionReport });

export const conditionReportEndpoints = {
  listConditionReports: endpoint({
    method: 'GET',
    path: '/admin/products/:id/condition-reports',
    access: 'viewer',
    summary: 'The condition reports of a piece with drafts and withdrawn ones, the latest examination first',
    params: byId,
    reply: z.object({ reports: z.array(listedReport) }),
    refuses: [404],
  }),
  addConditionReport: endpoint({
    method: 'POST',
    path: '/admin/products/:id/condition-reports',
    access: 'staff',
    summary: 'Begin a condition report of a piece of which there is one. It is a draft until it is issued',
    params: byId,
    body: writtenReport,
    reply: oneReport,
    status: 201,
    refuses: [404, 409],
  }),
  getConditionReport: endpoint({
    method: 'GET',
    path: '/admin/condition-reports/:id',
    access: 'viewer',
    summary: 'A condition report with its photographs, their marks, and to whom it was sent',
    params: byId,
    reply: oneReport.extend({
      /** The pictures of the piece that can be added to a draft; empty for an issued report. */
      pictures: z.array(image),
    }),
    refuses: [404],
  }),
  changeConditionReport: endpoint({
    method: 'PUT',
    path: '/admin/condition-reports/:id',
    access: 'staff',
    summary: 'Write the whole draft again. `version` is that of the draft that was read',
    params: byId,
    body: writtenReport.extend({ version }),
    reply: oneReport,
    refuses: [404, 409],
  }),
  deleteConditionReport: endpoint({
    method: 'DELETE',
    path: '/admin/condition-reports/:id',
    access: 'staff',
    summary: 'Delete a draft. A report that was issued is withdrawn instead',
    params: byId,
    reply: z.object({ message: z.string() }),
    refuses: [404, 409],
  }),
  issueConditionReport: endpoint({
    method: 'POST',
    path: '/admin/condition-reports/:id/issue',
    access: 'staff',
    summary: 'Issue a draft: from then on it never changes',
    params: byId,
    body: z.object({ version }),
    reply: oneReport,
    refuses: [404, 409],
  }),
  withdrawConditionReport: endpoint({
    method: 'POST',
    path: '/admin/condition-reports/:id/withdraw',
    access: 'staff',
    summary: 'Withdraw a report that was issued: it stays in the list, and its links open nothing any more',
    params: byId,
    body: z.object({ reason: line(limits.shortText, 'Please say why') }),
    reply: oneReport,
    refuses: [404, 409],
  }),
  downloadConditionReport: endpoint({
    method: 'GET',
    path: '/admin/condition-reports/:id/download',
    access: 'viewer',
    summary: 'A condition report as a PDF, also a draft or one that was withdrawn, which says so',
    params: byId,
    reply: 'pdf',
    refuses: [404],
  }),
  sendConditionReport: endpoint({
    method: 'POST',
    path: '/admin/condition-reports/:id/send',
    access: 'staff',
    summary: 'Email somebody a link to an issued report, which ends after 30 days',
    params: byId,
    body: z.object({
      name: line(limits.name).default(''),
      email: emailAddress(accountMessages.emailInvalid, 'Please enter an email address'),
    }),
    reply: oneReport,
    status: 201,
    refuses: [404, 409, 429],
  }),
  answerWithConditionReport: endpoint({
    method: 'POST',
    path: '/admin/enquiries/:id/condition-report',
    access: 'staff',
    summary: 'Email the sender of an enquiry a link to the newest report of its piece, and mark the enquiry as done',
    params: byId,
    reply: z.object({ enquiry }),
    status: 201,
    refuses: [404, 409, 429],
  }),
  endConditionLink: endpoint({
    method: 'POST',
    path: '/admin/condition-reports/:id/links/:linkId/end',
    access: 'staff',
    summary: 'Take a link back: it opens nothing from then on',
    params: z.object({ id: pathId, linkId: pathId }),
    reply: oneReport,
    refuses: [404],
  }),
  openConditionLink: endpoint({
    method: 'POST',
    path: '/condition-reports/open',
    access: 'public',
    summary: 'Which report a link opens; null once the link has ended',
    body: byToken,
    reply: z.object({
      report: z.object({ name: z.string(), examinedOn: z.string(), until: z.string() }).nullable(),
    }),
    refuses: [404],
  }),
  downloadConditionByLink: endpoint({
    method: 'POST',
    path: '/condition-reports/download',
    access: 'public',
    summary: 'The report that a link opens, as a PDF',
    body: byToken,
    reply: 'pdf',
    refuses: [404, 409, 429],
  }),
  downloadOwnConditionReport: endpoint({
    method: 'GET',
    path: '/orders/:id/condition-reports/:reportId',
    access: 'customer',
    summary: 'The newest condition report of a piece in an own order that was paid, as a PDF',
    params: z.object({ id: pathId, reportId: pathId }),
    reply: 'pdf',
    refuses: [404],
  }),
};
