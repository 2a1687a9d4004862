import type { Enquiry } from '#contract/enquiries.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type EnquiryRow, insertReply, lockEnquiry } from './enquiries.queries.ts';
import { setDone } from './enquiry-states.ts';
import { presentOne } from './present-enquiry.ts';

/** The sender of a locked enquiry and what it is about. */
export interface AnsweredEnquiry {
  name: string;
  email: string;
  userId: string | null;
  /** The language of emails to the sender. */
  language: Language;
  listingIds: readonly string[];
}

/**
 * Answers an enquiry with an email of another feature, for example a link to a condition report. `send` queues the email in this
 * transaction and returns the text that is stored as the answer. The enquiry is then done. Refuses an unknown enquiry (404), and what
 * `send` refuses.
 */
export async function answerEnquiry(
  tx: Writer,
  shop: Shop,
  { id, adminId }: { id: string; adminId: string },
  send: (enquiry: AnsweredEnquiry) => Promise<{ words: string } | Refusal>,
): Promise<Enquiry | Refusal> {
  const row = await lockEnquiry(tx, id);
  if (!row) return refuse('enquiryNotFound');
  const sent = await send(await answeredOf(tx, row));
  if ('refused' in sent) return sent;
  const reply = { id: shop.randomBytes(12).toString('hex'), text: sent.words, created_at: shop.clock() };
  await insertReply(tx, { ...reply, enquiry_id: id, author_id: adminId });
  return presentOne(tx, await setDone(tx, shop, { adminId, row }));
}

async function answeredOf(tx: Writer, row: EnquiryRow): Promise<AnsweredEnquiry> {
  const { name, email, pieces } = await presentOne(tx, row);
  const language = await findAnswerLanguage(tx, row.language);
  return { name, email, userId: row.user_id, language, listingIds: pieces.map((piece) => piece.id) };
}
