import type { Listing } from '#contract/catalog.ts';
import type { CollectionFacets } from '#contract/collection.ts';
import type { DeliveryZone } from '#contract/delivery.ts';
import type { Language } from '#contract/languages.ts';
import type { HomePage, PageServices, WorksPage } from '#contract/page-services.ts';
import { type TranslatedKind, translatedFields } from '#contract/translated-texts.ts';
import { searchCollection } from './features/catalog/catalog.ts';
import { findPolicy } from './features/settings/settings.ts';
import {
  findTexts,
  translateAlts,
  translatedName,
  translateExhibitions,
  translateFacets,
  translateListing,
  translateLook,
  translateSubject,
  translateZone,
} from './features/translations/translations.ts';
import { createPageServices } from './page-services.ts';
import { parseMarkdown } from './platform/markdown.ts';
import type { Shop } from './shop.ts';

/** The texts of an artist that lists of artists show. */
const artistLines = ['summary', 'birthPlace', 'livesIn'] as const;

/** The data of public pages in a language: the owner's texts are translated where there is a translation. */
export function createTranslatedServices(shop: Shop, language: Language): PageServices {
  const services = createPageServices(shop);
  if (language === 'en') return services;
  const texts = createTextFinder(shop, language);
  const works = async (page: WorksPage): Promise<WorksPage> => ({
    ...page,
    listings: await texts.translateListings(page.listings),
  });
  return {
    ...services,
    ...translatedListings(services, texts),
    collection: async (search) => {
      const page = await searchCollection(shop, search, language);
      const [listings, facets] = [await texts.translateListings(page.listings), await texts.facets(page.facets)];
      return { ...page, listings, facets };
    },
    artist: async (slug, page) => {
      const found = await services.artist(slug, page);
      if (!found) return null;
      const translated = await texts.ofOne('artist', found.artist.id);
      const artist = translateSubject(
        { ...found.artist, exhibitions: translateExhibitions(found.artist.exhibitions, translated) },
        [...artistLines, 'quote', 'quoteSource'],
        translated,
      );
      const isEnglish = translated.biography === undefined;
      return {
        artist: isEnglish ? { ...artist, untranslated: [...(artist.untranslated ?? []), 'biography'] } : artist,
        biography: isEnglish ? found.biography : parseMarkdown(translated.biography ?? ''),
        works: await works(found.works),
      };
    },
    artists: async (page) => {
      const found = await services.artists(page);
      const translated = await texts.of(
        'artist',
        found.artists.map(({ id }) => id),
      );
      const artists = found.artists.map((artist) =>
        translateSubject(artist, artistLines, translated.get(artist.id) ?? {}),
      );
      return { ...found, artists };
    },
    series: async (slug, page) => {
      const found = await services.series(slug, page);
      if (!found) return null;
      const translated = await texts.ofOne('series', found.series.id);
      return {
        series: translateSubject(found.series, translatedFields.series, translated),
        text: translated.text === undefined ? found.text : parseMarkdown(translated.text),
        works: await works(found.works),
      };
    },
    policy: async (name) => {
      const { [name]: text } = await texts.ofOne('shop', 'policies');
      const delivery = await texts.ofOne('shop', 'delivery');
      const zoneIn = (zone: DeliveryZone) => translateZone(zone, delivery);
      const found = await findPolicy(shop.database.read, shop, name, { language, text, zoneIn });
      return found && { ...found, ...(text === undefined && { untranslated: ['content'] }) };
    },
  };
}

/** Those of the services whose answers contain listings. */
function translatedListings(services: PageServices, { translateListings, translateNamed, ofOne }: TextFinder) {
  const home = async (page: HomePage | null): Promise<HomePage | null> => {
    if (!page) return null;
    const texts = await ofOne('shop', 'home');
    const [listing] = page.hero ? await translateListings([page.hero.listing]) : [];
    return {
      ...translateSubject(page, translatedFields.home, texts),
      hero: page.hero && listing ? { ...page.hero, listing } : null,
      aboutPictures: translateAlts(page.aboutPictures, texts),
    };
  };
  return {
    async listings(request) {
      const { listings, total } = await services.listings(request);
      return { listings: await translateListings(listings), total };
    },
    async listing(id) {
      const listing = await services.listing(id);
      const [translated = null] = listing ? await translateListings([listing]) : [];
      return translated;
    },
    async around(listing) {
      const around = await services.around(listing);
      const series = around.series && listing.seriesId ? await ofOne('series', listing.seriesId) : {};
      return {
        ...around,
        more: await translateNamed(around.more),
        similar: await translateNamed(around.similar),
        series: around.series && { ...around.series, ...(series.name && { name: series.name }) },
      };
    },
    async closeLook(listing) {
      const look = await services.closeLook(listing);
      return look && translateLook(look, await ofOne('listing', listing.id));
    },
    home: async () => home(await services.home()),
    async homeDraft(id) {
      const draft = await services.homeDraft(id);
      return draft && { home: await home(draft.home) };
    },
  } satisfies Partial<PageServices>;
}

type TextFinder = ReturnType<typeof createTextFinder>;

/** Finds the owner's texts in a language. */
export function createTextFinder({ database: { read } }: Shop, language: Language) {
  const of = (kind: TranslatedKind, ids: readonly string[]) =>
    findTexts(read, { kind, language, ids: [...new Set(ids)] });
  return {
    of,
    ofOne: async (kind: TranslatedKind, id: string) => (await of(kind, [id])).get(id) ?? {},
    /** Also translates the name of the series that a listing belongs to. */
    async translateListings(listings: readonly Listing[]) {
      const texts = await of(
        'listing',
        listings.map(({ id }) => id),
      );
      const series = await of(
        'series',
        listings.flatMap(({ seriesId }) => seriesId ?? []),
      );
      return listings.map((listing) => ({
        ...translateListing(listing, texts.get(listing.id) ?? {}),
        series: series.get(listing.seriesId ?? '')?.name ?? listing.series,
      }));
    },
    facets: (found: CollectionFacets) => translateFacets(read, language, found),
    async translateNamed<Named extends { id: string; name: string }>(listings: readonly Named[]): Promise<Named[]> {
      const texts = await of(
        'listing',
        listings.map(({ id }) => id),
      );
      return listings.map((listing) => ({ ...listing, ...translatedName(listing.name, texts.get(listing.id)) }));
    },
  };
}
