import type { HomePage, PageServices } from '#contract/page-services.ts';
import { summaryOf } from '../catalog/listing-summary.ts';
import { pageExpiryHeaders } from '../catalog/page-expiry-headers.ts';
import { defaultSort } from '../catalog/sort.ts';
import { type CollectionView, firstPageWith, listingsPerPage } from './collection-address.ts';
import { chooseHeroPicture, chosenHeroPicture } from './hero.tsx';

/** What the home page shows. `home` is what the owner has set; the result has `words` only if it is not null. */
export async function loadHome(services: PageServices, view: CollectionView, home: HomePage | null) {
  const [shop, newest, { listings, total }] = await Promise.all([
    services.shop(),
    services.listings({ sort: defaultSort.field, order: defaultSort.order, page: 1, pageSize: listingsPerPage }),
    listingsOf(services, view),
  ]);
  const chosen = home?.hero ?? null;
  const hero = (chosen && chosenHeroPicture(chosen)) ?? chooseHeroPicture(newest.listings);
  const page = { shop, view, hero, listings: listings.map(summaryOf), total, ...(home && { words: wordsOf(home) }) };
  return { page, headers: pageExpiryHeaders([...listings, ...newest.listings, ...(chosen ? [chosen.listing] : [])]) };
}

const wordsOf = ({ hero, ...words }: HomePage) => words;

/** The listings of all pages that a view shows. */
async function listingsOf(services: PageServices, { sort, page }: CollectionView) {
  const first = firstPageWith(page);
  const pages = await Promise.all(
    Array.from({ length: page - first + 1 }, (_, index) =>
      services.listings({ sort: sort.field, order: sort.order, page: first + index, pageSize: listingsPerPage }),
    ),
  );
  return { listings: pages.flatMap(({ listings }) => listings), total: pages[0]?.total ?? 0 };
}
