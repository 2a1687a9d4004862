import type { Language } from '#contract/languages.ts';
import { formatPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { OrderReturn } from '#contract/returns.ts';
import type { ShopSettings } from '#contract/shop-settings.ts';
import type { ReturnStep } from '#contract/states.ts';
import { findBuyer, queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import { type EmailKind, type EmailParts, pageAddress, tryToQueue } from '#server/features/mail/mail.ts';
import { exampleOrder, findOrderDetails, findOrderRow, greetingOf } from '#server/features/orders/orders.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

type Step = 'request' | ReturnStep;

/**
 * Queues the email to the buyer about a step of a return, and to the owners about what the buyer did. Demo orders cause none.
 * An email that cannot be queued is logged, and the step goes on without it.
 */
export async function queueReturnEmail(
  tx: Writer,
  shop: Shop,
  { orderId, returnId, step }: { orderId: string; returnId: string; step: Step },
): Promise<void> {
  await tryToQueue(tx, shop, { emails: 'the emails about a return', order: orderId }, async () => {
    const row = await findOrderRow(tx, orderId);
    const order = row?.is_demo === 0 ? await findOrderDetails(tx, orderId) : null;
    const known = order?.returns?.find(({ id }) => id === returnId);
    if (!order || !known) return;
    const account = await findBuyer(tx, order.userId);
    const to = (account?.buyer ?? order.buyer).email;
    const email = { kind: 'return', to, accountId: order.userId } as const;
    const address = addressOf(await findShopFacts(tx, shop));
    const parts = buyerEmailOf(shop, account?.language ?? 'en', order, { known, step, address });
    // `to` is empty for a cancelled order of a deleted account.
    if (to !== '') await shop.mailer.queueEmail(tx, { ...email, ...parts });
    if (step === 'request' || step === 'withdraw')
      await queueOwnerEmails(tx, shop, (language) => ({
        kind: 'admin: return',
        ...(to !== '' && { replyTo: to }),
        ...ownerEmailOf(shop, language, order, { known, step }),
      }));
  });
}

/** The emails about returns with made-up data. */
export function exampleReturnEmails(shop: Shop) {
  const order = exampleOrder(shop);
  const at = order.orderDate;
  const items = order.items.map(({ listingId, listing: { name } }) => ({ listingId, name }));
  const texts = { reason: 'It is darker than in the photographs.', note: '' };
  const known: OrderReturn = {
    id: 'example',
    orderId: order.id,
    state: 'approved',
    ...texts,
    createdAt: at,
    changedAt: at,
    items,
  };
  return {
    return: buyerEmailOf(shop, 'en', order, { known, step: 'approve', address: '8 Wharf Lane, Balmain NSW 2041' }),
    'admin: return': ownerEmailOf(shop, 'en', order, { known, step: 'request' }),
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}

const linesOf = (say: Say, { items }: OrderReturn) => items.map(({ name }) => ({ label: say('Piece'), value: name }));

function buyerEmailOf(
  shop: Shop,
  language: Language,
  order: OrderDetails,
  { known, step, address }: { known: OrderReturn; step: Step; address: string },
): EmailParts {
  const say = sayIn(language);
  const { heading, paragraphs } = partsOf(say, known, { step, address }, shop.settings.currency);
  return {
    language,
    subject: `${heading}: ${order.id}`,
    heading,
    paragraphs: [greetingOf(say, order), ...paragraphs],
    lines: linesOf(say, known),
    button: {
      label: say('See your order'),
      href: pageAddress(shop, language, `/account?order=${encodeURIComponent(order.id)}`),
    },
  };
}

/** The address of the shop in one line; empty if it has none. */
function addressOf({ name, legalName, street, city, state, postcode }: ShopSettings): string {
  if (street === '') return '';
  const region = [city, state, postcode].filter((part) => part !== '').join(' ');
  return [legalName || name, street, region].filter((part) => part !== '').join(', ');
}

function partsOf(
  say: Say,
  { note, refunded }: OrderReturn,
  { step, address }: { step: Step; address: string },
  currency: string,
): { heading: string; paragraphs: string[] } {
  const notes = note === '' ? [] : [note];
  switch (step) {
    case 'request':
      return {
        heading: say('Your return was requested'),
        paragraphs: [say('We have got your request and will answer it by email. Please keep the piece until then.')],
      };
    case 'approve': {
      const next =
        address === ''
          ? say('We agree to your return. Please pack the piece well, send it to us, and keep the receipt.')
          : say('We agree to your return. Please pack the piece well, send it to {address}, and keep the receipt.', {
              address,
            });
      return { heading: say('Your return is approved'), paragraphs: [next, ...notes] };
    }
    case 'decline': {
      const why = say('We cannot agree to your return. If you see it differently, please write to us.');
      return { heading: say('Your return was declined'), paragraphs: [why, ...notes] };
    }
    case 'receive':
      return {
        heading: say('Your return has arrived'),
        paragraphs: [say('Thank you, the piece is with us. We look at it and write to you about the refund.')],
      };
    case 'close': {
      const money =
        refunded === undefined
          ? // The pieces may have been refunded before, apart from the return.
            say('There is no further refund.')
          : say('{amount} is refunded.', { amount: formatPrice(refunded, currency) });
      return { heading: say('Your return is closed'), paragraphs: [money] };
    }
    case 'withdraw':
      return {
        heading: say('Your return was withdrawn'),
        paragraphs: [say('You keep the piece. There is nothing more to do.')],
      };
  }
}

function ownerEmailOf(
  shop: Shop,
  language: Language,
  { id, buyer }: OrderDetails,
  { known, step }: { known: OrderReturn; step: 'request' | 'withdraw' },
): EmailParts {
  const say = sayIn(language);
  const words =
    step === 'request'
      ? {
          subject: say('Return requested: {id}', { id }),
          heading: say('A return was requested'),
          paragraphs: [
            say('The buyer wants to return a part of order {id}.', { id }),
            known.reason,
            say('Please approve or decline it.'),
          ],
        }
      : {
          subject: say('Return withdrawn: {id}', { id }),
          heading: say('A return was withdrawn'),
          paragraphs: [say('The buyer keeps the pieces of order {id}.', { id })],
        };
  return {
    language,
    ...words,
    lines: [...linesOf(say, known), { label: say('Buyer'), value: buyer.name }],
    button: {
      label: say('Open the order'),
      href: pageAddress(shop, language, `/admin/orders/${encodeURIComponent(id)}`),
    },
  };
}
