import type { Exhibition } from '#contract/artists.ts';
import type { Image, Listing } from '#contract/catalog.ts';
import type { Detail } from '#contract/close-look.ts';
import type { DeliverySettings } from '#contract/delivery.ts';
import { type TranslatedKind, translatedFields } from '#contract/translated-texts.ts';
import { findArtistTexts, findSeriesTexts } from '#server/features/artists/artists.ts';
import { findListingsAsAdmin } from '#server/features/catalog/catalog.ts';
import { findDetails } from '#server/features/close-look/close-look.ts';
import { findHomeTexts } from '#server/features/home/home.ts';
import { findDeliverySettings, findPolicyTexts } from '#server/features/settings/settings.ts';
import type { Reader } from '#server/platform/database/database.ts';

/** Texts by their field. */
export type Texts = Readonly<Record<string, string>>;

/** What the owner has written in English about a subject, without empty texts. */
export interface English {
  name: string;
  texts: Texts;
}

/** The English texts of subjects of one kind by their ids, without unknown ids. A few queries read all of them. */
export async function findEnglish(
  reader: Reader,
  { kind, ids, now }: { kind: TranslatedKind; ids: readonly string[]; now: number },
): Promise<Map<string, English>> {
  return new Map(await entriesOf[kind](reader, ids, now));
}

type Entries = [id: string, English][];

const entriesOf: Readonly<
  Record<TranslatedKind, (reader: Reader, ids: readonly string[], now: number) => Promise<Entries>>
> = {
  async listing(reader, ids, now) {
    const listings = await findListingsAsAdmin(reader, ids, now);
    const detailsOf = await findDetails(reader, listings);
    return listings.map((listing) => {
      const details = englishOfDetails(detailsOf.get(listing.id) ?? []);
      return [listing.id, { name: listing.name, texts: { ...englishOfListing(listing), ...details } }];
    });
  },
  async artist(reader, ids) {
    return (await findArtistTexts(reader, ids)).map((artist) => {
      const texts = { ...pick(artist, translatedFields.artist), ...englishOfExhibitions(artist.exhibitions) };
      return [artist.id, { name: artist.name, texts }];
    });
  },
  async series(reader, ids) {
    const found = await findSeriesTexts(reader, ids);
    return found.map((series) => [series.id, { name: series.name, texts: pick(series, translatedFields.series) }]);
  },
  async shop(reader, ids) {
    const { aboutPictures, ...home } = await findHomeTexts(reader);
    const homeTexts = { ...pick(home, translatedFields.home), ...altsOf(aboutPictures) };
    const policies = pick(await findPolicyTexts(reader), translatedFields.policies);
    const pages: Entries = [
      ['home', { name: 'Home page', texts: homeTexts }],
      ['policies', { name: 'Policies', texts: policies }],
      ['delivery', { name: 'Delivery', texts: englishOfDelivery(await findDeliverySettings(reader)) }],
    ];
    return pages.filter(([id]) => ids.includes(id));
  },
};

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

function englishOfDelivery({ zones, ...settings }: DeliverySettings): Texts {
  const ofZones = zones.flatMap(({ name, note }) => [
    [zoneField(name), name] as const,
    ...(note === '' ? [] : [[zoneNoteField(note), note] as const]),
  ]);
  return { ...Object.fromEntries(ofZones), ...pick(settings, translatedFields.delivery) };
}

/** The fields of a delivery zone. Zones with equal words share their translation. */
export const zoneField = (name: string) => `zone:${name}`;
export const zoneNoteField = (note: string) => `zone note:${note}`;

/** The fields of an exhibition of an artist. */
export const exhibitionField = (title: string) => `exhibition:${title}`;
export const exhibitionPlaceField = (place: string) => `exhibition place:${place}`;

/** The fields of a detail of a close look. */
export const detailField = (name: string) => `detail:${name}`;
export const detailTextField = (name: string) => `detail text:${name}`;

/**
 * The field of a listing's owner. It contains the English words, so that the translation ends when these change, also because of the
 * provenance.
 */
export const ownerField = (owner: string) => `owner:${owner}`;

/** The field of a picture's alternative text. */
export const altField = (url: string) => `alt:${url}`;

const altsOf = (pictures: readonly Pick<Image, 'url' | 'alt'>[]): Texts =>
  Object.fromEntries(pictures.filter(({ alt }) => alt !== '').map(({ url, alt }) => [altField(url), alt]));

/** The texts of these fields of `source`, without empty ones. */
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
