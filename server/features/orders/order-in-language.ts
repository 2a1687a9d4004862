import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { translateDeliveryName } from '#server/features/delivery/delivery.ts';
import { reasonIn } from '#server/features/invoices/invoices.ts';
import { sayIn, translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { translateAppointment } from './appointment-email.ts';

/**
 * The reply with an order, for a page in `pageLanguage`, or in English for a program (null). The shop's words about what happened are
 * stored in English. The history keeps them, because programs and pages look for them there, and has the translation beside them.
 */
export async function replyWithOrder(
  { database: { read } }: Pick<Shop, 'database'>,
  order: OrderDetails | Refusal,
  pageLanguage: Language | null,
): Promise<{ order: OrderDetails } | Refusal> {
  if (isRefusal(order)) return order;
  const language = pageLanguage ?? 'en';
  if (language === 'en') return { order };
  const { history, adjustmentNotes } = order;
  return {
    order: {
      ...order,
      ...(await translateDeliveryName(read, language, order)),
      history: history.map((event) => ({ ...event, words: eventIn(language, event.what) })),
      // The reasons as the notes themselves state them.
      ...(adjustmentNotes && {
        adjustmentNotes: adjustmentNotes.map((note) => ({ ...note, reason: reasonIn(language, note.reason) })),
      }),
    },
  };
}

/** Translates a line of the history. Lines about changes of an invoice have the same words as the reasons of adjustment notes. */
function eventIn(language: Language, what: string): string {
  const say = sayIn(language);
  const [, appointment] = /^Appointment to collect: (.+)$/s.exec(what) ?? [];
  if (appointment !== undefined)
    return say('Appointment to collect: {when}', { when: translateAppointment(appointment, language) });
  const change = reasonIn(language, what);
  return change === what ? translateText(what, language) : change;
}
