import type { UnchangedRow } from '#contract/bulk-edit.ts';
import { collectionSearchOf } from '#contract/collection-search.ts';
import { isRefusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { translateText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { bulkEdit, undoBulkEdit } from './bulk-edit.ts';
import { findListing, listListings, listListingsAsAdmin, listPieces } from './catalog.ts';
import type { FindChosenNames } from './chosen-names.ts';
import { searchCollection } from './collection.ts';
import { addListing, deleteListing, type OfferBack, updateListing } from './listings.ts';
import { createRecentEvents } from './recent-events.ts';
import { editorOf } from './refuse-price.ts';

export type CatalogEndpoint =
  | 'listListings'
  | 'getListing'
  | 'listPieces'
  | 'searchCollection'
  | 'streamEvents'
  | 'listListingsAsAdmin'
  | 'addProduct'
  | 'updateProduct'
  | 'deleteProduct'
  | 'changeProducts'
  | 'undoProductsChange';

/** Ends the hold on a listing and its reservation for an admin, in a transaction that has locked nothing yet. */
export type EndHoldAsAdmin = (tx: Writer, adminId: string, listingId: string) => Promise<unknown>;

/** Functions of features that the catalog cannot import, because they import it. */
export interface CatalogHooks {
  endHoldAsAdmin: EndHoldAsAdmin;
  findChosenNames: FindChosenNames;
  offerBack: OfferBack;
}

export function catalogRoutes(
  shop: Shop,
  { endHoldAsAdmin, findChosenNames, offerBack }: CatalogHooks,
): Handlers<CatalogEndpoint> {
  const endHoldIf = (isWanted: boolean, adminId: string, listingId: string) =>
    isWanted ? (tx: Writer) => endHoldAsAdmin(tx, adminId, listingId) : null;
  const events = createRecentEvents(shop.database, shop.clock);
  return {
    listListings: ({ query }) => listListings(shop, query),
    getListing: async ({ params }) => {
      const listing = await findListing(shop, params.id);
      return isRefusal(listing) ? listing : { listing };
    },
    searchCollection: async ({ query }) => {
      const given = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
      const { until: _, ...page } = await searchCollection(
        shop,
        collectionSearchOf(new URLSearchParams(given)),
        query.language,
      );
      return page;
    },
    listPieces: async () => ({ pieces: await listPieces(shop) }),
    streamEvents: () => ({ events: events.follow }),

    listListingsAsAdmin: ({ query: { status, ...request } }) => listListingsAsAdmin(shop, request, status),
    addProduct: async ({ body, session }) => {
      const product = await addListing(shop, editorOf(session), body, findChosenNames);
      return isRefusal(product) ? product : { product };
    },
    updateProduct: async ({ params, body: { endHold = false, ...changes }, session }) => {
      const product = await updateListing(shop, editorOf(session), params.id, changes, {
        findChosenNames,
        offerBack,
        endHold: endHoldIf(endHold, session.userId, params.id),
      });
      return isRefusal(product) ? product : { product };
    },
    deleteProduct: async ({ params, query, session: { userId } }) =>
      (await deleteListing(shop, userId, params.id, endHoldIf(query.endHold === 'true', userId, params.id))) ?? {},
    changeProducts: async ({ body, session, pageLanguage }) => {
      const edit = await bulkEdit(shop, editorOf(session), body, offerBack);
      return { ...edit, unchanged: inPageLanguage(edit.unchanged, pageLanguage) };
    },
    undoProductsChange: async ({ body, session, pageLanguage }) => {
      const undo = await undoBulkEdit(shop, editorOf(session), body, offerBack);
      return isRefusal(undo) ? undo : { ...undo, unchanged: inPageLanguage(undo.unchanged, pageLanguage) };
    },
  };
}

const inPageLanguage = (rows: readonly UnchangedRow[], language: Language | null): UnchangedRow[] =>
  rows.map((row) => ({ ...row, message: translateText(row.message, language ?? 'en') }));
