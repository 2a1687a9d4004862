import type { Exhibition } from '#contract/artists.ts';
import type { Image, Listing } from '#contract/catalog.ts';
import type { CloseLook } from '#contract/close-look.ts';
import type { Translated } from '#contract/page-services.ts';
import { isOptional, translatedFields } from '#contract/translated-texts.ts';
import {
  altField,
  detailField,
  detailTextField,
  englishOfListing,
  exhibitionField,
  exhibitionPlaceField,
  ownerField,
  pick,
  type Texts,
  zoneField,
  zoneNoteField,
} from './english-texts.ts';

/** A listing with translated texts, and the names of the fields that stay English. `texts`: its translations. */
export function translateListing(listing: Listing, texts: Texts): Listing & Translated {
  const translatedOwner = texts[ownerField(listing.owner)];
  return {
    ...translateFields(listing, translatedFields.listing, texts),
    imageSet: translateAlts(listing.imageSet, texts),
    ...(translatedOwner !== undefined && { translatedOwner }),
    ...untranslatedOf(englishOfListing(listing), texts),
  };
}

/** The translated name beside the original one; nothing without a translation. */
export function translatedName(name: string, texts: Texts | undefined): { name?: string; originalName?: string } {
  return texts?.name === undefined || texts.name === name ? {} : { name: texts.name, originalName: name };
}

/** An artist, a series or a page with translated texts, and the names of the fields that stay English. */
export function translateSubject<Subject extends { [Key in Field]: string }, Field extends string>(
  subject: Subject,
  fields: readonly Field[],
  texts: Texts,
): Subject & Translated {
  return { ...translateFields(subject, fields, texts), ...untranslatedOf(pick(subject, fields), texts) };
}

/** Pictures with their translated alternative texts; those without a translation stay English. */
export function translateAlts<Picture extends Pick<Image, 'url' | 'alt'>>(
  pictures: readonly Picture[],
  texts: Texts,
): Picture[] {
  return pictures.map((picture) => ({ ...picture, alt: texts[altField(picture.url)] ?? picture.alt }));
}

/** Exhibitions of an artist with translated titles and places; those without a translation stay English. */
export function translateExhibitions<Shown extends Pick<Exhibition, 'title' | 'place'>>(
  exhibitions: readonly Shown[],
  texts: Texts,
): Shown[] {
  return exhibitions.map((exhibition) => ({
    ...exhibition,
    title: texts[exhibitionField(exhibition.title)] ?? exhibition.title,
    place: texts[exhibitionPlaceField(exhibition.place)] ?? exhibition.place,
  }));
}

/** A delivery zone, or what is offered for one, with translated texts, and the names of the fields that stay English. */
export function translateZone<Zone extends { name: string; note: string }>(
  zone: Zone,
  texts: Texts,
): Zone & { untranslated?: ('name' | 'note')[] } {
  const translated = { name: texts[zoneField(zone.name)], note: texts[zoneNoteField(zone.note)] };
  const fields = ['name', 'note'] as const;
  const untranslated = fields.filter((field) => zone[field] !== '' && translated[field] === undefined);
  return {
    ...zone,
    name: translated.name ?? zone.name,
    note: translated.note ?? zone.note,
    ...(untranslated.length > 0 && { untranslated }),
  };
}

/** A close look with translated texts. `texts`: the translations of its listing. */
export function translateLook(look: CloseLook, texts: Texts): CloseLook {
  const [image = look.image] = translateAlts([look.image], texts);
  const details = look.details.map((detail) => ({
    ...detail,
    name: texts[detailField(detail.name)] ?? detail.name,
    text: detail.text && (texts[detailTextField(detail.name)] ?? detail.text),
  }));
  return { ...look, image, details };
}

function translateFields<Subject extends object>(subject: Subject, fields: readonly string[], texts: Texts) {
  const english = new Map<string, unknown>(Object.entries(subject));
  const translated = Object.fromEntries(
    fields.flatMap((field) => {
      const text = texts[field];
      return text === undefined || english.get(field) === '' ? [] : [[field, text] as const];
    }),
  );
  const name = 'name' in subject && typeof subject.name === 'string' ? subject.name : '';
  return { ...subject, ...translated, ...(fields.includes('name') && translatedName(name, texts)) };
}

function untranslatedOf(english: Texts, texts: Texts): Translated {
  const untranslated = Object.keys(english).filter((field) => !(field in texts) && !isOptional(field));
  return untranslated.length > 0 ? { untranslated } : {};
}
