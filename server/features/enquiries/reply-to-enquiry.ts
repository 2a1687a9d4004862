import type { Enquiry } from '#contract/enquiries.ts';
import type { Refusal } from '#contract/errors.ts';
import { countAttempt } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Shop } from '#server/shop.ts';
import { insertReply, type ReplyRow, selectReplies } from './enquiries.queries.ts';
import { answerEmailOf } from './enquiry-emails.ts';
import { change, setDone } from './enquiry-states.ts';
import { presentOne } from './present-enquiry.ts';

/** The limit of answers to one address; `window` in milliseconds. It equals that of the mailer, so every stored answer is also sent. */
const rateLimit = { limit: 20, window: 60 * 60_000 };

/**
 * Emails an answer to the sender of an enquiry, and to nobody else, and stores it in the same transaction. Refuses an unknown enquiry
 * (404), and (429) more than 20 answers to one address within an hour.
 */
export function replyToEnquiry(
  shop: Shop,
  adminId: string,
  { id, text, done = false }: { id: string; text: string; done?: boolean | undefined },
): Promise<Enquiry | Refusal> {
  return change(shop, id, async (tx, row) => {
    const limited = await countAttempt(tx, shop, [{ subject: `enquiry replies:${row.email_folded}`, ...rateLimit }]);
    if (limited) return limited;
    const earlier = await selectReplies(tx, [id]);
    const reply = {
      id: shop.randomBytes(12).toString('hex'),
      enquiry_id: id,
      author_id: adminId,
      text,
      created_at: shop.clock(),
    };
    await insertReply(tx, reply);
    const replyTo = answersTo(shop, id);
    await shop.mailer.queueEmail(tx, {
      ...answerEmailOf(await findAnswerLanguage(tx, row.language), await presentOne(tx, row), text),
      kind: 'enquiry reply',
      to: row.email,
      accountId: `enquiry ${row.email_folded}`,
      ...conversationOf(reply.id, earlier),
      ...(replyTo && { replyTo }),
    });
    await recordChange(tx, shop, { adminId, action: 'enquiry answered', subject: id, before: null, after: null });
    return done ? setDone(tx, shop, { adminId, row }) : row;
  });
}

/** The address for replies: that of `ANSWERS_TO` with the id of the enquiry after its `+`; null if it is the same as for all emails. */
function answersTo({ settings }: Shop, id: string): string | null {
  return settings.answersTo?.replace('+@', `+${id}@`) ?? null;
}

const conversationOf = (id: string, earlier: readonly ReplyRow[]) => ({
  conversation: { id, earlier: earlier.map((reply) => reply.id) },
});
