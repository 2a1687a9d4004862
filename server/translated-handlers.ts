import type { EndpointName } from '#contract/api.ts';
import type { Listing } from '#contract/catalog.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { Created, type Handlers } from './platform/http/handlers.ts';
import type { Shop } from './shop.ts';
import { createTextFinder } from './translated-services.ts';

type Translate = (listings: readonly Listing[]) => Promise<Listing[]>;

/** The same handlers; calls that name a language get the names and texts of listings in it (docs/behaviour/languages.md, 6). */
export function translateReplies(shop: Shop, handlers: Handlers<EndpointName>): Handlers<EndpointName> {
  const { getListing, listPieces, getCart, addToCart, removeFromCart, listSaved } = handlers;
  const translated = <Reply>(
    answer: Promise<Reply | Created<Reply> | Refusal> | Reply | Created<Reply> | Refusal,
    language: Language | undefined,
    translate: (reply: Reply, listings: Translate) => Promise<Reply>,
  ) => translateReply(answer, translate, translatorOf(shop, language));
  return {
    ...handlers,
    getListing: (call) =>
      translated(getListing(call), call.query.language, async (reply, listings) => {
        const [listing = reply.listing] = await listings([reply.listing]);
        return { listing };
      }),
    listPieces: (call) =>
      translated(listPieces(call), call.query.language, async ({ pieces }, listings) => ({
        pieces: await listings(pieces),
      })),
    getCart: (call) => translated(getCart(call), call.query.language, translateCart),
    addToCart: (call) => translated(addToCart(call), call.query.language, translateCart),
    removeFromCart: (call) => translated(removeFromCart(call), call.query.language, translateCart),
    listSaved: (call) =>
      translated(listSaved(call), call.query.language, async ({ saved, total }, listings) => ({
        saved: await translateItems(saved, listings),
        total,
      })),
  };
}

/** Null for English. */
function translatorOf(shop: Shop, language: Language | undefined): Translate | null {
  if (language === undefined || language === 'en') return null;
  const { translateListings } = createTextFinder(shop, language);
  return async (listings) =>
    (await translateListings(listings)).map(
      ({ originalName: _name, untranslated: _fields, translatedOwner, ...listing }) => ({
        ...listing,
        owner: translatedOwner ?? listing.owner,
      }),
    );
}

async function translateReply<Reply>(
  given: Promise<Reply | Created<Reply> | Refusal> | Reply | Created<Reply> | Refusal,
  translate: (reply: Reply, listings: Translate) => Promise<Reply>,
  listings: Translate | null,
): Promise<Reply | Created<Reply> | Refusal> {
  const answer = await given;
  return listings === null || isRefusal(answer) || answer instanceof Created ? answer : translate(answer, listings);
}

const translateCart = async <Item extends { listing: Listing }>(
  { cartItems }: { cartItems: Item[] },
  listings: Translate,
): Promise<{ cartItems: Item[] }> => ({ cartItems: await translateItems(cartItems, listings) });

async function translateItems<Item extends { listing: Listing }>(
  items: readonly Item[],
  listings: Translate,
): Promise<Item[]> {
  const translated = await listings(items.map(({ listing }) => listing));
  return items.map((item, position) => ({ ...item, listing: translated[position] ?? item.listing }));
}
