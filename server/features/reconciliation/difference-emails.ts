import type { Language } from '#contract/languages.ts';
import { toCents } from '#contract/money.ts';
import { queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import { type EmailKind, type EmailParts, pageAddress } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type Difference, wordsOf } from './differences.ts';

/** How many differences an email names. */
const namedInEmail = 10;

/** Queues the email that tells the owners about new differences. */
export async function queueDifferencesEmail(tx: Writer, shop: Shop, news: readonly Difference[]): Promise<void> {
  await queueOwnerEmails(tx, shop, (language) => ({
    kind: 'admin: differences',
    ...differencesEmail(shop, language, news),
  }));
}

function differencesEmail(shop: Shop, language: Language, news: readonly Difference[]): EmailParts {
  const say = sayIn(language);
  const count = news.length;
  const summary = [
    count === 1
      ? say('One payment differs between the shop and the card processor.')
      : say('{count} payments differ between the shop and the card processor.', { count }),
    say('The shop has changed nothing by itself.'),
    ...(count > namedInEmail ? [say('The first {count} of them:', { count: namedInEmail })] : []),
  ];
  return {
    language,
    subject:
      count === 1
        ? say('One payment differs from the books of the card processor')
        : say('{count} payments differ from the books of the card processor', { count }),
    heading: say('Payments that differ'),
    paragraphs: [
      summary.join(' '),
      ...news.slice(0, namedInEmail).map((row) => `${nameOf(say, row)}: ${wordsOf(say, row)}`),
    ],
    button: { label: say('See what needs you'), href: pageAddress(shop, language, '/admin') },
  };
}

const nameOf = (say: Say, { order_id: id, intent_id }: Difference) =>
  id === null ? intent_id : say('Order {id}', { id });

/** The email about differences with made-up data. */
export function exampleDifferenceEmails(shop: Shop) {
  const difference: Difference = {
    id: 'missing pi_example',
    kind: 'missing',
    intent_id: 'pi_example',
    attempt_id: null,
    order_id: 'K7M-4QX',
    currency: shop.settings.currency,
    here_cents: toCents(3200),
    there_cents: toCents(0),
  };
  return { 'admin: differences': differencesEmail(shop, 'en', [difference]) } satisfies Partial<
    Record<EmailKind, EmailParts>
  >;
}
