import type { Exhibition } from '#contract/artists.ts';
import type { Image, Listing } from '#contract/catalog.ts';
import type { Detail } from '#contract/close-look.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { type TranslatedKind, translatedFields } from '#contract/translated-texts.ts';
import { findArtistAsAdmin, findSeriesAsAdmin } from '#server/features/artists/artists.ts';
import { findListingAsAdmin } from '#server/features/catalog/catalog.ts';
import { findCloseLook } from '#server/features/close-look/close-look.ts';
import { findHomeTexts } from '#server/features/home/home.ts';
import { findPolicyTexts } from '#server/features/settings/settings.ts';
import type { Shop } from '#server/shop.ts';

/** Texts by their field. */
export type Texts = Readonly<Record<string, string>>;

/** What the owner has written in English about a subject, without empty texts. Refused (404): an unknown subject. */
export async function findEnglish(
  shop: Shop,
  kind: TranslatedKind,
  id: string,
): Promise<{ name: string; texts: Texts } | Refusal> {
  if (kind === 'listing') {
    const listing = await findListingAsAdmin(shop, id);
    if (isRefusal(listing)) return listing;
    const details = (await findCloseLook(shop.database.read, listing))?.details ?? [];
    return { name: listing.name, texts: { ...englishOfListing(listing), ...englishOfDetails(details) } };
  }
  if (kind === 'artist') {
    const artist = await findArtistAsAdmin(shop, id);
    if (isRefusal(artist)) return artist;
    const texts = { ...pick(artist, translatedFields.artist), ...englishOfExhibitions(artist.exhibitions) };
    return { name: artist.name, texts };
  }
  if (kind === 'series') {
    const series = await findSeriesAsAdmin(shop, id);
    return isRefusal(series) ? series : { name: series.name, texts: pick(series, translatedFields.series) };
  }
  if (id === 'home') {
    const { aboutPictures, ...texts } = await findHomeTexts(shop.database.read);
    return { name: 'Home page', texts: { ...pick(texts, translatedFields.home), ...altsOf(aboutPictures) } };
  }
  if (id !== 'policies') return refuse('unknownPath');
  return { name: 'Policies', texts: pick(await findPolicyTexts(shop.database.read), translatedFields.policies) };
}

/** The English texts of a listing, with the alternative texts of its pictures. */
export function englishOfListing(listing: Listing): Texts {
  const owner = listing.owner === '' ? {} : { [ownerField(listing.owner)]: listing.owner };
  return { ...pick(listing, translatedFields.listing), ...owner, ...altsOf(listing.imageSet) };
}

const englishOfDetails = (details: readonly Detail[]): Texts =>
  Object.fromEntries(
    details.flatMap(({ name, text }) => [
      [detailField(name), name],
      ...(text === '' ? [] : [[detailTextField(name), text] as const]),
    ]),
  );

const englishOfExhibitions = (exhibitions: readonly Pick<Exhibition, 'title' | 'place'>[]): Texts =>
  Object.fromEntries(
    exhibitions.flatMap(({ title, place }) => [
      [exhibitionField(title), title],
      ...(place === '' ? [] : [[exhibitionPlaceField(place), place] as const]),
    ]),
  );

/** The fields of an exhibition of an artist. */
export const exhibitionField = (title: string) => `exhibition:${title}`;
export const exhibitionPlaceField = (place: string) => `exhibition place:${place}`;

/** The fields of a detail of a close look. */
export const detailField = (name: string) => `detail:${name}`;
export const detailTextField = (name: string) => `detail text:${name}`;

/**
 * The field of a listing's owner. The provenance may name another owner than the one who was typed, who then has no translation.
 */
export const ownerField = (owner: string) => `owner:${owner}`;

/** The field of a picture's alternative text. */
export const altField = (url: string) => `alt:${url}`;

const altsOf = (pictures: readonly Pick<Image, 'url' | 'alt'>[]): Texts =>
  Object.fromEntries(pictures.filter(({ alt }) => alt !== '').map(({ url, alt }) => [altField(url), alt]));

/** Those of the fields that have a text. */
export function pick<Field extends string>(
  source: { readonly [Key in Field]?: string | undefined },
  fields: readonly Field[],
): Texts {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = source[field];
      return text ? [[field, text] as const] : [];
    }),
  );
}
