import { formatPrice } from '#contract/money.ts';
import { lockAccount } from '#server/features/accounts/accounts.ts';
import { findListed } from '#server/features/catalog/catalog.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import { workOnEach } from '#server/platform/concurrency/failed-work.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { newWorkEmail } from './alert-emails.ts';
import { newLinks } from './alert-links.ts';
import { selectLanguage } from './alerts.queries.ts';
import {
  insertDebuts,
  insertNews,
  type NewsReader,
  selectDebuts,
  selectPeopleWithNews,
  takeNews,
} from './new-work.queries.ts';

/** Milliseconds for which new works are gathered, so that all works of one import are in one email. */
const gathered = 60 * 60_000;
/** How many listings or people one query reads. */
const batch = 200;

/** The catalog revision at which this process last looked for new listings; null before the first time. */
export interface SeenCatalog {
  revision: number | null;
}

/**
 * Stores which listings visitors see for the first time; each is stored once, by whichever process finds it first. If `isTold`, they
 * are also stored as news for everybody with an alert for their artist.
 */
export async function noteNewWork(shop: Shop, seen: SeenCatalog, isTold: boolean): Promise<void> {
  // Read before the rows, so that a listing that is added meanwhile is found by the next round.
  const revision = await shop.database.catalogRevision();
  if (revision === seen.revision) return;
  for (;;) {
    const ids = await selectDebuts(shop.database.read, batch);
    if (ids.length > 0)
      await shop.database.write(async (tx) => {
        const debuts = await insertDebuts(tx, ids.toSorted());
        if (isTold) await insertNews(tx, debuts, shop.clock());
      });
    if (ids.length < batch) break;
  }
  seen.revision = revision;
}

/** Queues one email for each person, about all their news since the last one. */
export async function sendNewWork(shop: Shop): Promise<void> {
  for (;;) {
    const people = await selectPeopleWithNews(shop.database.read, shop.clock() - gathered, { limit: batch });
    const sent = await workOnEach(shop, people, {
      queue: 'alerts',
      keyOf: ({ person }) => hashOfToken(person),
      work: (reader) => sendTo(shop, reader),
    });
    if (people.length < batch || sent === 0) return;
  }
}

/** Takes the news of one person and queues the email about it in the same transaction. Returns how many news it took. */
function sendTo(shop: Shop, { person, user_id }: NewsReader): Promise<number> {
  return shop.database.write(async (tx) => {
    if (user_id !== null) await lockAccount(tx, user_id);
    const now = shop.clock();
    const [reader] = await selectPeopleWithNews(tx, now - gathered, { person, limit: 1 });
    if (!reader) return 0;
    const news = await takeNews(tx, person);
    const listings = await findListed(
      tx,
      news.map(({ listing_id }) => listing_id),
      now,
    );
    // Works that have left the collection again are not in the email.
    const shown = [...listings.values()]
      .filter(({ status }) => status !== 'discontinued')
      .toSorted((one, other) => one.name.localeCompare(other.name));
    if (shown.length === 0) return news.length;
    const language = await findAnswerLanguage(tx, await selectLanguage(tx, person));
    const say = sayIn(language);
    const pieces = shown.map(({ id, name, price, sold }) => ({
      id,
      name,
      price: sold ? say('Sold') : formatPrice(price, shop.settings.currency),
    }));
    const artists = [...new Set(shown.map(({ artist }) => artist))].toSorted();
    const links = await newLinks(tx, shop, language, [...new Set(news.map(({ subscription_id }) => subscription_id))]);
    const email = newWorkEmail(shop, language, { pieces, artists }, links);
    await shop.mailer.queueEmail(tx, { kind: 'new work', to: reader.email, accountId: person, ...email });
    return news.length;
  });
}
