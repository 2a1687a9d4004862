import { type Language, localeIn } from '#contract/languages.ts';
import { formatCents, toCents } from '#contract/money.ts';
import { findBuyer, queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import { type EmailKind, type EmailParts, pageAddress, tryToQueue } from '#server/features/mail/mail.ts';
import { type AttemptRow, needsAnswer } from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

/** A sentence in the language of `say`, without its full stop. */
export type InWords = (say: Say) => string;

/** How a payment ended that bought nothing. */
export type Outcome = 'released' | 'refunded' | 'lapsed' | 'refused';

function toBuyer(say: Say, outcome: Outcome, amount: string): string {
  switch (outcome) {
    case 'released':
      return say(
        'Your payment came when a piece was no longer available, or the order had changed. Nothing was charged: your bank releases the {amount} that it had reserved, usually within a few days.',
        { amount },
      );
    case 'refunded':
      return say(
        'Your payment came when a piece was no longer available, or the order had changed. {amount} is refunded to the card or account you paid with, usually within five to ten days.',
        { amount },
      );
    case 'lapsed':
      return say(
        'Your bank withdrew its authorisation before the payment was taken, so nothing was charged. Your bank releases the {amount} that it had reserved.',
        { amount },
      );
    case 'refused':
      return say(
        'Your bank refused the payment of {amount}. Nothing was charged. The pieces are held for you a little longer: you can pay in another way from your orders.',
        { amount },
      );
  }
}

function toOwners(say: Say, outcome: Outcome): string {
  switch (outcome) {
    case 'released':
      return say(
        'It was authorised when a piece was no longer available, or the order had changed. The authorisation is released; nothing is charged.',
      );
    case 'refunded':
      return say('It arrived when a piece was no longer available, or the order had changed. All of it is refunded.');
    case 'lapsed':
      return say('Its authorisation ended before the money was taken. Nothing is charged.');
    case 'refused':
      return say("The buyer agreed to it by PayTo, and the buyer's bank refused it. Nothing is charged.");
  }
}

/** Tells the buyer and the owners that the payment of an order bought nothing. */
export async function queueOutcomeEmails(tx: Writer, shop: Shop, attempt: AttemptRow, outcome: Outcome): Promise<void> {
  await tryToQueue(tx, shop, { emails: 'the email about a payment', order: attempt.order_id }, async () => {
    const account = await findBuyer(tx, attempt.user_id);
    if (account) {
      const email = { kind: `payment ${outcome}` as const, to: account.buyer.email, accountId: attempt.user_id };
      await shop.mailer.queueEmail(tx, { ...email, ...buyerEmailOf(shop, account.language, attempt, outcome) });
    }
  });
  await queueOwnerEmail(tx, shop, attempt, (say) => toOwners(say, outcome));
}

/** Tells the owners that somebody has to look at a payment. */
export function queueAttentionEmails(tx: Writer, shop: Shop, attempt: AttemptRow, problem: InWords): Promise<void> {
  return queueOwnerEmail(tx, shop, attempt, (say) => `${say('It needs your attention.')} ${problem(say)}.`);
}

/** Tells the owners about a dispute. `dueBy`: until when they can answer, epoch milliseconds; null if no answer is possible. */
export function queueDisputeEmail(
  tx: Writer,
  shop: Shop,
  attempt: AttemptRow,
  { status, dueBy, reason }: { status: string; dueBy: number | null; reason: string },
): Promise<void> {
  return queueOwnerEmail(tx, shop, attempt, (say, language) => {
    const news = say("The buyer's bank disputes it ({reason}, {status}).", { reason, status });
    // The processor may send a date even for a dispute that was answered or has ended.
    if (dueBy === null || !needsAnswer(status)) return news;
    const when = timeInWords(shop, language, dueBy);
    return `${news} ${say("You can answer in Stripe's Dashboard until {when}.", { when })}`;
  });
}

function buyerEmailOf(shop: Shop, language: Language, attempt: AttemptInWords, outcome: Outcome): EmailParts {
  const say = sayIn(language);
  const id = attempt.order_id;
  const amount = formatCents(attempt.amount_cents, attempt.currency);
  return {
    language,
    subject: say('Your payment: {id}', { id }),
    heading: say('Your payment'),
    paragraphs: [say('This is about order {id}.', { id }), toBuyer(say, outcome, amount)],
    button: { label: say('See your orders'), href: pageAddress(shop, language, '/account') },
  };
}

type AttemptInWords = Pick<AttemptRow, 'order_id' | 'amount_cents' | 'currency' | 'intent_id'>;

async function queueOwnerEmail(
  tx: Writer,
  shop: Shop,
  attempt: AttemptRow,
  sentence: (say: Say, language: Language) => string,
): Promise<void> {
  await queueOwnerEmails(tx, shop, (language) => ({
    kind: 'admin: payment',
    ...ownerEmailOf(shop, language, attempt, sentence(sayIn(language), language)),
  }));
}

function ownerEmailOf(shop: Shop, language: Language, attempt: AttemptInWords, sentence: string): EmailParts {
  const say = sayIn(language);
  const id = attempt.order_id;
  const amount = formatCents(attempt.amount_cents, attempt.currency);
  return {
    language,
    subject: say('Payment of {amount} for order {id}', { amount, id }),
    heading: say('A payment'),
    paragraphs: [say('The payment of {amount} for order {id}: {sentence}', { amount, id, sentence })],
    lines: [{ label: say('At Stripe'), value: attempt.intent_id ?? '' }].filter(({ value }) => value !== ''),
    button: {
      label: say('Open the order'),
      href: pageAddress(shop, language, `/admin/orders?order=${encodeURIComponent(id)}`),
    },
  };
}

/** The emails about payments with made-up data. */
export function examplePaymentEmails(shop: Shop) {
  const { currency } = shop.settings;
  const attempt = { order_id: 'K7M-4QX', amount_cents: toCents(3200), currency, intent_id: 'pi_example' };
  const toBuyers = (outcome: Outcome) => buyerEmailOf(shop, 'en', attempt, outcome);
  return {
    'payment released': toBuyers('released'),
    'payment refunded': toBuyers('refunded'),
    'payment lapsed': toBuyers('lapsed'),
    'payment refused': toBuyers('refused'),
    'admin: payment': ownerEmailOf(shop, 'en', attempt, toOwners(sayIn('en'), 'refunded')),
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}

function timeInWords({ settings: { timeZone } }: Shop, language: Language, at: number): string {
  return new Intl.DateTimeFormat(localeIn(language, 'en-AU'), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(at);
}
