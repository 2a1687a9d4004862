import { formatPrice } from '#contract/money.ts';
import { lockAccount } from '#server/features/accounts/accounts.ts';
import { findListed } from '#server/features/catalog/catalog.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
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

/** Milliseconds for which new works are gathered, so that an import of many is one email. */
const gathered = 60 * 60_000;
/** Listings or people that are read at once. */
const batch = 200;

/** The catalog revision at which this process has looked for new listings. */
export interface SeenCatalog {
  revision: number | null;
}

/**
 * Notes listings that visitors see for the first time: once, by whichever process. If `isTold`, everybody who asked for work of their
 * artist is told of them.
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

/** Writes one email to each person about all that is new since their last one. */
export async function sendNewWork(shop: Shop): Promise<void> {
  for (;;) {
    const people = await selectPeopleWithNews(shop.database.read, shop.clock() - gathered, { limit: batch });
    let sent = 0;
    for (const reader of people) sent += await sendTo(shop, reader);
    if (people.length < batch || sent === 0) return;
  }
}

/** Returns the number of news that were taken. The email is queued by the transaction that takes them. */
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
    // Those that have left the collection again are not shown.
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
