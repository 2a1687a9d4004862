import { toCents } from '#contract/money.ts';
import { queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import type { EmailKind, EmailParts } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type Difference, wordsOf } from './differences.ts';

/** How many differences an email names. */
const namedInEmail = 10;

/** Tells the owners what differs. */
export async function queueDifferencesEmail(tx: Writer, shop: Shop, news: readonly Difference[]): Promise<void> {
  await queueOwnerEmails(tx, shop, { kind: 'admin: differences', ...differencesEmail(shop, news) });
}

function differencesEmail({ settings }: Shop, news: readonly Difference[]): EmailParts {
  const count = news.length === 1 ? 'One payment differs' : `${news.length} payments differ`;
  const more = news.length > namedInEmail ? ` The first ${namedInEmail} of them:` : '';
  return {
    subject: `${count} from the books of the card processor`,
    heading: 'Payments that differ',
    paragraphs: [
      `${count} between the shop and the card processor. The shop has changed nothing by itself.${more}`,
      ...news
        .slice(0, namedInEmail)
        .map((row) => `${row.order_id === null ? row.intent_id : `Order ${row.order_id}`}: ${wordsOf(row)}`),
    ],
    button: { label: 'See what needs you', href: `${settings.publicUrl}/admin` },
  };
}

/** The email about differences with made-up data. */
export function exampleDifferenceEmails(shop: Shop) {
  const difference: Difference = {
    ...{ id: 'missing pi_example', kind: 'missing', intent_id: 'pi_example', attempt_id: null, order_id: 'K7M-4QX' },
    ...{ currency: shop.settings.currency, here_cents: toCents(3200), there_cents: toCents(0) },
  };
  return { 'admin: differences': differencesEmail(shop, [difference]) } satisfies Partial<
    Record<EmailKind, EmailParts>
  >;
}
