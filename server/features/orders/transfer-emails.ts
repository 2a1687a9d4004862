import { type Language, localeIn } from '#contract/languages.ts';
import { type Cents, formatCents, formatPrice } from '#contract/money.ts';
import type { TransferStep } from '#contract/payments.ts';
import { findBuyer } from '#server/features/accounts/accounts.ts';
import { type EmailParts, pageAddress, tryToQueue } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import type { OrderRow } from './orders.queries.ts';

export type TransferNews =
  | { kind: 'transfer begun' | 'transfer reminder'; step: TransferStep }
  /** `received`: the cents that have arrived. `areForSale`: whether everybody can buy the pieces now. */
  | { kind: 'transfer ended'; received: Cents; areForSale: boolean };

/** Tells the buyer how to transfer the money, that the reservation ends soon, or that it has ended. */
export async function queueTransferEmail(tx: Writer, shop: Shop, order: OrderRow, news: TransferNews): Promise<void> {
  await tryToQueue(tx, shop, { emails: 'the email about a transfer', order: order.id }, async () => {
    const account = await findBuyer(tx, order.user_id);
    if (!account) return;
    const email = { kind: news.kind, to: account.buyer.email, accountId: order.user_id };
    await shop.mailer.queueEmail(tx, { ...email, ...transferEmailOf(shop, account.language, order, news) });
  });
}

export function transferEmailOf(
  shop: Shop,
  language: Language,
  { id }: Pick<OrderRow, 'id'>,
  news: TransferNews,
): EmailParts {
  const say = sayIn(language);
  if (news.kind === 'transfer ended') {
    return {
      language,
      subject: say('Your reservation has ended: {id}', { id }),
      heading: say('Your reservation has ended'),
      paragraphs: [endedInWords(say, shop, id, news)],
      button: { label: say('See your order'), href: pageAddress(shop, language, '/account') },
    };
  }
  const { step } = news;
  const day = lastDayInWords(shop, language, Date.parse(step.until));
  const heading = news.kind === 'transfer begun' ? say('How to pay your order') : say('Your reservation ends tomorrow');
  return {
    language,
    subject: `${heading}: ${id}`,
    heading,
    paragraphs: [
      say('Your pieces are reserved until the end of {day}. Please transfer the money with this reference.', { day }),
    ],
    lines: linesOf(say, step, shop.settings.currency),
    button: {
      label: say('See how to pay'),
      href: pageAddress(shop, language, `/payment/transfer?order=${encodeURIComponent(id)}`),
    },
  };
}

function endedInWords(
  say: Say,
  { settings: { currency } }: Shop,
  id: string,
  { received, areForSale }: Extract<TransferNews, { kind: 'transfer ended' }>,
): string {
  const pieces = areForSale ? [say('The pieces are available again.')] : [];
  const amount = formatCents(received, currency);
  const sentences =
    received > 0
      ? [
          say('The reservation for order {id} has ended, because {amount} of the sum has arrived and not the rest.', {
            id,
            amount,
          }),
          ...pieces,
          say(
            'The shop returns what has arrived. If you have sent the rest, please answer this email: nothing is lost.',
          ),
        ]
      : [
          say('The reservation for order {id} has ended, because no transfer has arrived.', { id }),
          ...pieces,
          say('If you have sent the money, please answer this email: nothing is lost.'),
        ];
  return sentences.join(' ');
}

function linesOf(say: Say, { amount, reference, account, payId, bpay }: TransferStep, currency: string) {
  return [
    { label: say('Amount'), value: formatPrice(amount, currency) },
    { label: say('Reference'), value: reference },
    { label: say('Account name'), value: account.name },
    { label: say('BSB'), value: account.bsb },
    { label: say('Account number'), value: account.number },
    ...(payId ? [{ label: say('PayID'), value: payId }] : []),
    ...(bpay
      ? [
          { label: say('BPAY biller code'), value: bpay.billerCode },
          { label: say('BPAY reference'), value: bpay.crn },
        ]
      : []),
  ];
}

/** The last day of a reservation, in words. `until` is the midnight at its end, epoch milliseconds. */
function lastDayInWords({ settings: { timeZone } }: Shop, language: Language, until: number): string {
  return new Intl.DateTimeFormat(localeIn(language, 'en-AU'), { dateStyle: 'full', timeZone }).format(until - 1);
}
