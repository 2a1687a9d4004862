import type { Alert } from '#contract/alerts.ts';
import type { EndpointName } from '#contract/api.ts';
import type { Listing } from '#contract/catalog.ts';
import type { CollectionFacets } from '#contract/collection.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { OpenedLink } from '#contract/private-sales.ts';
import { Created, type Handlers } from './platform/http/handlers.ts';
import type { Shop } from './shop.ts';
import { createTextFinder } from './translated-services.ts';

interface Translator {
  listings(listings: readonly Listing[]): Promise<Listing[]>;
  facets(facets: CollectionFacets): Promise<CollectionFacets>;
  names<Named extends { id: string; name: string }>(listings: readonly Named[]): Promise<Named[]>;
}

/**
 * Returns the handlers, changed so that calls that name a language answer names and texts of listings, series and mediums in it
 * (docs/behaviour/languages.md, 6).
 */
export function translateReplies(shop: Shop, handlers: Handlers<EndpointName>): Handlers<EndpointName> {
  const { getListing, listPieces, searchCollection, getCart, addToCart, removeFromCart, listSaved } = handlers;
  const { listWaiting, listAlerts, openPrivateLink, takePrivateOffer } = handlers;
  const translated = <Reply>(
    answer: Promise<Reply | Created<Reply> | Refusal> | Reply | Created<Reply> | Refusal,
    language: Language | undefined,
    translate: (reply: Reply, to: Translator) => Promise<Reply>,
  ) => translateReply(answer, translate, translatorOf(shop, language));
  return {
    ...handlers,
    getListing: (call) =>
      translated(getListing(call), call.query.language, async (reply, to) => {
        const [listing = reply.listing] = await to.listings([reply.listing]);
        return { listing };
      }),
    listPieces: (call) =>
      translated(listPieces(call), call.query.language, async ({ pieces }, to) => ({
        pieces: await to.listings(pieces),
      })),
    searchCollection: (call) =>
      translated(searchCollection(call), call.query.language, async (page, to) => ({
        ...page,
        listings: await to.listings(page.listings),
        facets: await to.facets(page.facets),
      })),
    getCart: (call) => translated(getCart(call), call.query.language, translateCart),
    addToCart: (call) => translated(addToCart(call), call.query.language, translateCart),
    removeFromCart: (call) => translated(removeFromCart(call), call.query.language, translateCart),
    listSaved: (call) =>
      translated(listSaved(call), call.query.language, async ({ saved, total }, to) => ({
        saved: await translateItems(saved, to),
        total,
      })),
    listWaiting: (call) =>
      translated(listWaiting(call), call.query.language, async ({ waiting, total }, to) => ({
        waiting: await translateItems(waiting, to),
        total,
      })),
    listAlerts: (call) =>
      translated(listAlerts(call), call.query.language, async (reply, to) => ({
        ...reply,
        alerts: await translateAlerts(reply.alerts, to),
      })),
    openPrivateLink: (call) =>
      translated(openPrivateLink(call), call.query.language, async (reply, to) => ({
        ...reply,
        link: reply.link && (await translateLink(reply.link, to)),
      })),
    takePrivateOffer: (call) =>
      translated(takePrivateOffer(call), call.query.language, async ({ link }, to) => ({
        link: await translateLink(link, to),
      })),
  };
}

/** The translator into a language; null for English, which needs none. */
function translatorOf(shop: Shop, language: Language | undefined): Translator | null {
  if (language === undefined || language === 'en') return null;
  const { translateListings, translateNamed, facets } = createTextFinder(shop, language);
  return {
    facets,
    names: translateNamed,
    listings: async (listings) =>
      (await translateListings(listings)).map(
        ({ originalName: _name, untranslated: _fields, translatedOwner, ...listing }) => ({
          ...listing,
          owner: translatedOwner ?? listing.owner,
        }),
      ),
  };
}

async function translateReply<Reply>(
  given: Promise<Reply | Created<Reply> | Refusal> | Reply | Created<Reply> | Refusal,
  translate: (reply: Reply, to: Translator) => Promise<Reply>,
  to: Translator | null,
): Promise<Reply | Created<Reply> | Refusal> {
  const answer = await given;
  return to === null || isRefusal(answer) || answer instanceof Created ? answer : translate(answer, to);
}

const translateCart = async <Item extends { listing: Listing }>(
  { cartItems }: { cartItems: Item[] },
  to: Translator,
): Promise<{ cartItems: Item[] }> => ({ cartItems: await translateItems(cartItems, to) });

async function translateItems<Item extends { listing: Listing }>(
  items: readonly Item[],
  to: Translator,
): Promise<Item[]> {
  const translated = await to.listings(items.map(({ listing }) => listing));
  return items.map((item, position) => ({ ...item, listing: translated[position] ?? item.listing }));
}

async function translateAlerts(alerts: readonly Alert[], to: Translator): Promise<Alert[]> {
  const listings = alerts.flatMap(({ listingId, name }) => (listingId === null ? [] : [{ id: listingId, name }]));
  const names = new Map((await to.names(listings)).map(({ id, name }) => [id, name]));
  return alerts.map((alert) => ({ ...alert, name: names.get(alert.listingId ?? '') ?? alert.name }));
}

async function translateLink(link: OpenedLink, to: Translator): Promise<OpenedLink> {
  // The translator takes whole listings, so a missing price becomes 0 for it. The price that it returns is ignored.
  const translated = await to.listings(link.pieces.map(({ listing }) => ({ ...listing, price: listing.price ?? 0 })));
  const pieces = link.pieces.map((piece, position) => {
    const { price: _price, ...listing } = translated[position] ?? { ...piece.listing, price: 0 };
    return { ...piece, listing: { ...piece.listing, ...listing } };
  });
  return { ...link, pieces };
}
