import { formatAbn } from '#contract/abn.ts';
import type { Listing } from '#contract/catalog.ts';
import { isRefusal } from '#contract/errors.ts';
import type { ContactLine, PageServices, WorksPage } from '#contract/page-services.ts';
import type { ShopContact } from '#contract/shop.ts';
import { addressLines } from '#contract/shop-address.ts';
import { findArtist, findPageLinks, findSeries, hasArtists, listArtists } from './features/artists/artists.ts';
import { findListing, findRelated, findWorks, listListings, searchCollection } from './features/catalog/catalog.ts';
import { checkCertificate, hasCertificates } from './features/certificates/certificates.ts';
import { findCloseLook, findTrueSizes } from './features/close-look/close-look.ts';
import { findConditionMonth } from './features/condition-reports/condition-reports.ts';
import { findHomeDraft, findHomePage } from './features/home/home.ts';
import { findLogos } from './features/media/media.ts';
import { paymentOptionsOf } from './features/payments/payments.ts';
import { findProvenance } from './features/provenance/provenance.ts';
import { findPolicy, findPublicSettings } from './features/settings/settings.ts';
import { parseMarkdown } from './platform/markdown.ts';
import type { Shop } from './shop.ts';

/** The data that public pages read, the same for every visitor. */
export function createPageServices(shop: Shop) {
  const { currency, timeZone, publicUrl } = shop.settings;
  return {
    async shop() {
      const { light, dark } = await findLogos(shop.database.read);
      const { facts, contact, payments, delivery, policies, waitingHours, emails, languages } =
        await findPublicSettings(shop.database.read, shop);
      return {
        name: facts.name,
        currency,
        timezone: timeZone,
        publicUrl,
        logo: light,
        logoDark: dark,
        payments: paymentOptionsOf(shop.settings, payments),
        delivery,
        policies,
        emails,
        ...(waitingHours > 0 && { waitingHours }),
        ...(languages.length > 0 && { languages }),
        artists: await hasArtists(shop.database.read),
        certificates: await hasCertificates(shop.database.read),
        contact,
        contactLines: linesOf(contact),
      };
    },
    listings: (request) => listListings(shop, request),
    collection: (search) => searchCollection(shop, search),
    listing: async (id) => {
      const listing = await findListing(shop, id);
      return isRefusal(listing) ? null : listing;
    },
    around: async (listing) => ({
      ...(await findRelated(shop, listing.id)),
      ...(await findPageLinks(shop.database.read, listing)),
      provenance: await findProvenance(shop.database.read, listing.id),
      conditionMonth: await findConditionMonth(shop.database.read, listing.id),
      ...((await findCloseLook(shop.database.read, listing))?.scan && { isScanned: true }),
    }),
    closeLook: (listing) => findCloseLook(shop.database.read, listing),
    trueSizes: (listings) => findTrueSizes(shop.database.read, listings),
    artists: async (page) => {
      const found = await listArtists(shop, { page, pageSize: artistsPerPage });
      return { ...found, pages: pagesOf(found.total, artistsPerPage) };
    },
    artist: async (slug, page) => {
      const found = await findArtist(shop, slug);
      if (isRefusal(found)) return null;
      const listings = await findWorks(shop, 'artist_id', found.id, { page, pageSize: worksPerPage });
      const { biography, ...artist } = found;
      return { artist, biography: parseMarkdown(biography), works: worksPage(artist, listings, page) };
    },
    series: async (slug, page) => {
      const series = await findSeries(shop, slug);
      if (isRefusal(series)) return null;
      const listings = await findWorks(shop, 'series_id', series.id, { page, pageSize: worksPerPage });
      return { series, text: parseMarkdown(series.text), works: worksPage(series, listings, page) };
    },
    home: () => findHomePage(shop),
    homeDraft: (id) => findHomeDraft(shop, id),
    policy: (name) => findPolicy(shop.database.read, shop, name),
    certificate: async (number, code) => {
      const found = await checkCertificate(shop, number, code);
      return isRefusal(found) ? null : found.certificate;
    },
    clock: shop.clock,
  } satisfies PageServices;
}

const artistsPerPage = 40;
const worksPerPage = 48;

const pagesOf = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage));

function worksPage(
  { pieces, available }: { pieces: number; available: number },
  listings: Listing[],
  page: number,
): WorksPage {
  return { listings, available, page, pages: pagesOf(pieces, worksPerPage) };
}

function linesOf({ legalName, abn, address, email, phone, hours }: ShopContact): ContactLine[] {
  return [
    ...(legalName ? [{ text: legalName }] : []),
    ...(abn ? [{ text: `ABN ${formatAbn(abn)}` }] : []),
    ...(address ? [{ text: addressLines(address).join(', ') }] : []),
    ...(email ? [{ text: email, href: `mailto:${email}` }] : []),
    ...(phone ? [{ text: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` }] : []),
    ...(hours ? [{ text: hours }] : []),
  ];
}
