import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { nameStates, ownershipKinds, type ProvenanceKind, provenanceKinds } from './provenance-lines.ts';
import { line, pathId } from './text.ts';

/** A year, month or day (`2022`, `2022-03` or `2022-03-14`); empty if it is not known. */
const partialDate = line(10).refine(isPartialDate, 'Please enter a year, a month as 2022-03 or a day as 2022-03-14');

function isPartialDate(text: string): boolean {
  if (text === '') return true;
  if (!/^\d{4}(-\d\d){0,2}$/.test(text)) return false;
  const [year = '', month = '01', day = '01'] = text.split('-');
  // JavaScript reads 2022-02-30 as 2022-03-02, so a date that comes back changed does not exist.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

const facts = {
  kind: z.enum(provenanceKinds),
  date: z.string(),
  /** What happened. */
  text: z.string(),
  /** Where it happened, or a further remark. */
  place: z.string(),
};

/** One entry in the provenance of a piece, as visitors see it. */
const provenanceLine = z.object({
  ...facts,
  /** Who owns the piece from then on; empty if nobody is named, or if the owner did not change. */
  owner: z.string(),
});
export type ProvenanceLine = z.infer<typeof provenanceLine>;

/** An entry as the panel sees it, with its texts as they were written: those of a sale are empty. */
export const provenanceEntry = provenanceLine.extend({
  id: z.string(),
  /** The buyer of the sale, if visitors read the name; else empty. */
  buyer: z.string(),
  isPublic: z.boolean(),
  /** The order that the entry comes from; null if somebody wrote it. */
  orderId: z.string().nullable(),
  createdAt: z.string(),
  /** The id of the later entry that corrects this one; null for an entry that stands. */
  correctedBy: z.string().nullable(),
  /** Whether the entry only strikes out an earlier one and says nothing itself. */
  isStrike: z.boolean(),
  /** Why the entry corrects or strikes out an earlier one; empty if it does not. */
  reason: z.string(),
});
export type ProvenanceEntry = z.infer<typeof provenanceEntry>;

const written = {
  kind: facts.kind,
  date: partialDate.default(''),
  /** May be empty only for the kinds in `ownershipKinds`. */
  text: line(limits.shortText).default(''),
  place: line(limits.shortText).default(''),
  owner: line(limits.name).default(''),
  isPublic: z.boolean().default(true),
};
const reason = line(limits.shortText, 'Please say why');
const ofListing = z.object({ id: pathId });
const ofEntry = z.object({ id: pathId, entryId: pathId });

const saysSomething = ({ kind, text }: { kind: ProvenanceKind; text: string }) =>
  text !== '' || ownershipKinds.includes(kind);
const nothingSaid = { path: ['text'], message: 'Please say what happened' };

const newProvenanceEntry = z.object(written).refine(saysSomething, nothingSaid);
export type NewProvenanceEntry = z.infer<typeof newProvenanceEntry>;

/**
 * A name that everybody will read, written by a buyer: letters and the marks of names, without digits, and without anything that looks like
 * the address of a website or of a mailbox.
 */
const nameForEverybody = line(limits.name)
  .default('')
  .refine(
    (name) =>
      name === '' || (/^[\p{L}\p{M}][\p{L}\p{M}\s.,'’‘·&-]*$/u.test(name) && !/\p{L}\.\p{L}{2}|www/iu.test(name)),
    'Please write a name in plain words, without digits and addresses.',
  );

export const provenanceEndpoints = {
  getProvenance: endpoint({
    method: 'GET',
    path: '/listings/:id/provenance',
    access: 'public',
    summary: 'The provenance of a piece, the earliest first, without private entries',
    params: ofListing,
    reply: z.object({ provenance: z.array(provenanceLine) }),
    refuses: [404],
  }),
  listProvenance: endpoint({
    method: 'GET',
    path: '/admin/products/:id/provenance',
    access: 'viewer',
    summary: 'All entries of the provenance of a piece in the order they were written, also those that were corrected',
    params: ofListing,
    reply: z.object({ entries: z.array(provenanceEntry) }),
    refuses: [404],
  }),
  addProvenance: endpoint({
    method: 'POST',
    path: '/admin/products/:id/provenance',
    access: 'staff',
    summary: 'Add an entry to the provenance of a piece. It is never changed, only corrected by a later one',
    params: ofListing,
    body: newProvenanceEntry,
    reply: z.object({ entry: provenanceEntry }),
    status: 201,
    refuses: [404, 409],
  }),
  correctProvenance: endpoint({
    method: 'POST',
    path: '/admin/products/:id/provenance/:entryId/correct',
    access: 'staff',
    summary: 'Add an entry that stands in place of an earlier one',
    params: ofEntry,
    body: z.object({ ...written, reason }).refine(saysSomething, nothingSaid),
    reply: z.object({ entry: provenanceEntry }),
    status: 201,
    refuses: [404, 409],
  }),
  strikeProvenance: endpoint({
    method: 'POST',
    path: '/admin/products/:id/provenance/:entryId/strike',
    access: 'staff',
    summary: 'Add an entry that strikes out an earlier one',
    params: ofEntry,
    body: z.object({ reason }),
    reply: z.object({ entry: provenanceEntry }),
    status: 201,
    refuses: [404, 409],
  }),
  setNameInProvenance: endpoint({
    method: 'PUT',
    path: '/orders/:id/provenance-name',
    access: 'customer',
    summary:
      'The name of the buyer in the provenance of the pieces of an own order, when the shop has agreed; empty: none',
    params: z.object({ id: pathId }),
    body: z.object({ name: nameForEverybody }),
    reply: z.object({ name: z.string(), state: z.enum(nameStates).optional() }),
    refuses: [404],
  }),
  answerNameInProvenance: endpoint({
    method: 'PUT',
    path: '/admin/orders/:id/provenance-name',
    access: 'staff',
    summary: 'Let visitors read the name that a buyer wrote, or not; 409 if the buyer has written another one since',
    params: z.object({ id: pathId }),
    body: z.object({
      /** The name that was read. */
      name: line(limits.name),
      state: z.enum(['shown', 'refused'], 'state is shown or refused'),
    }),
    reply: z.object({ name: z.string(), state: z.enum(nameStates) }),
    refuses: [404, 409],
  }),
};
