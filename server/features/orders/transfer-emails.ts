import { type Cents, formatCents, formatPrice } from '#contract/money.ts';
import type { TransferStep } from '#contract/payments.ts';
import { findBuyer } from '#server/features/accounts/accounts.ts';
import type { EmailParts } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { tryInSavepoint } from '#server/platform/database/savepoint.ts';
import type { Shop } from '#server/shop.ts';
import type { OrderRow } from './orders.queries.ts';

export type TransferNews =
  | { kind: 'transfer begun' | 'transfer reminder'; step: TransferStep }
  /** `received` in cents: what had been transferred until then. */
  | { kind: 'transfer ended'; received: Cents };

/** Tells the buyer how to transfer the money, that the reservation ends soon, or that it has ended. */
export async function queueTransferEmail(tx: Writer, shop: Shop, order: OrderRow, news: TransferNews): Promise<void> {
  const failure = await tryInSavepoint(tx, async () => {
    const account = await findBuyer(tx, order.user_id);
    if (!account) return;
    const email = { kind: news.kind, to: account.buyer.email, accountId: order.user_id };
    await shop.mailer.queueEmail(tx, { ...email, ...transferEmailOf(shop, order, news) });
  });
  if (failure) shop.log.error({ err: failure, order: order.id }, 'the email about a transfer could not be queued');
}

export function transferEmailOf(shop: Shop, { id }: Pick<OrderRow, 'id'>, news: TransferNews): EmailParts {
  const { publicUrl, currency } = shop.settings;
  if (news.kind === 'transfer ended') {
    const [why, advice] =
      news.received > 0
        ? [
            `${formatCents(news.received, currency)} of the sum has arrived and not the rest`,
            'The shop returns what has arrived. If you have sent the rest, please answer this email: nothing is lost.',
          ]
        : ['no transfer has arrived', 'If you have sent the money, please answer this email: nothing is lost.'];
    const ended = `The reservation for order ${id} has ended, because ${why}, and the pieces are available again. ${advice}`;
    return {
      subject: `Your reservation has ended: ${id}`,
      heading: 'Your reservation has ended',
      paragraphs: [ended],
      button: { label: 'See your order', href: `${publicUrl}/account` },
    };
  }
  const { step } = news;
  const until = inWords(shop, Date.parse(step.until));
  const heading = news.kind === 'transfer begun' ? 'How to pay your order' : 'Your reservation ends tomorrow';
  return {
    subject: `${heading}: ${id}`,
    heading,
    paragraphs: [`Your pieces are reserved until the end of ${until}. Please transfer the money with this reference.`],
    lines: [
      { label: 'Amount', value: formatPrice(step.amount, currency) },
      { label: 'Reference', value: step.reference },
      { label: 'Account name', value: step.account.name },
      { label: 'BSB', value: step.account.bsb },
      { label: 'Account number', value: step.account.number },
      ...(step.payId ? [{ label: 'PayID', value: step.payId }] : []),
      ...(step.bpay
        ? [
            { label: 'BPAY biller code', value: step.bpay.billerCode },
            { label: 'BPAY reference', value: step.bpay.crn },
          ]
        : []),
    ],
    button: {
      label: 'See how to pay',
      href: `${publicUrl}/payment/transfer?order=${encodeURIComponent(id)}`,
    },
  };
}

/** The last day that a reservation until the midnight after it contains. */
function inWords({ settings: { timeZone } }: Shop, until: number): string {
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeZone }).format(until - 1);
}
