import { formatPrice } from '#contract/money.ts';
import { lockAccount } from '#server/features/accounts/accounts.ts';
import { findListings, lockListings } from '#server/features/catalog/catalog.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import { workOnEach } from '#server/platform/concurrency/failed-work.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { freeAgainEmail } from './alert-emails.ts';
import { newLinks } from './alert-links.ts';
import { deleteSubscription, selectAllOf, selectLanguage } from './alerts.queries.ts';
import { type DueAlert, selectDueAlerts } from './due-alerts.queries.ts';

/** How many alerts one query reads. */
const batch = 200;

/** Queues one email for each person whose pieces are free again, and ends these alerts (decision 0047). */
export async function sendDueAlerts(shop: Shop): Promise<void> {
  for (;;) {
    const due = await selectDueAlerts(shop.database.read, shop.clock(), { limit: batch });
    const people = new Map(due.map((alert) => [alert.person, alert]));
    const ended = await workOnEach(shop, people.values(), {
      queue: 'alerts',
      keyOf: ({ person }) => hashOfToken(person),
      work: (alert) => sendTo(shop, alert),
    });
    // Nothing ended: other processes were faster, or pieces were taken meanwhile.
    if (due.length < batch || ended === 0) return;
  }
}

/** Queues the email of one person; returns how many alerts it ended. The locks keep others from holding the listings meanwhile. */
function sendTo(shop: Shop, { person, user_id }: DueAlert): Promise<number> {
  return shop.database.write(async (tx) => {
    if (user_id !== null) await lockAccount(tx, user_id);
    const now = shop.clock();
    const ids = (await selectDueAlerts(tx, now, { person, limit: batch })).map(({ listing_id }) => listing_id);
    await lockListings(tx, ids);
    const due = await selectDueAlerts(tx, now, { person, limit: batch });
    const language = await findAnswerLanguage(tx, await selectLanguage(tx, person));
    const ended: DueAlert[] = [];
    for (const alert of due)
      if (ids.includes(alert.listing_id) && (await deleteSubscription(tx, alert.id))) ended.push(alert);
    const [first] = ended;
    if (!first) return 0;
    const listings = await findListings(
      tx,
      ended.map(({ listing_id }) => listing_id),
      now,
    );
    const pieces = [...listings.values()]
      .map(({ id, name, price }) => ({ id, name, price: formatPrice(price, shop.settings.currency) }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
    const others = (await selectAllOf(tx, { userId: person, email: null })).filter(({ kind }) => kind === 'piece');
    const links = await newLinks(
      tx,
      shop,
      language,
      others.map(({ id }) => id),
    );
    const email = freeAgainEmail(shop, language, pieces, links);
    await shop.mailer.queueEmail(tx, { kind: 'piece free again', to: first.email, accountId: person, ...email });
    return ended.length;
  });
}
