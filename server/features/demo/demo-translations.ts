import type { TranslatedKind } from '#contract/translated-texts.ts';
import {
  altField,
  detailField,
  detailTextField,
  exhibitionField,
  exhibitionPlaceField,
  insertTranslation,
  ownerField,
} from '#server/features/translations/translations.ts';
import type { Writer } from '#server/platform/database/database.ts';
import artists from './artists.json' with { type: 'json' };
import closeLooks from './close-looks.json' with { type: 'json' };
import collection from './collection.json' with { type: 'json' };
import { idOf } from './demo-artists.ts';
import vietnamese from './vietnamese.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

const listingTexts: Readonly<Record<string, { alts: string[]; [field: string]: string | string[] }>> =
  vietnamese.listings;
const detailTexts: Readonly<Record<string, readonly { name: string; text: string }[]>> = vietnamese.closeLooks;

const exhibitionTexts: Readonly<Record<string, readonly { title: string; place: string }[]>> = vietnamese.exhibitions;
const owners: Texts = vietnamese.owners;

/** Writes the Vietnamese texts of the demo. `urlOf` returns the URL of a demo picture by its file name. */
export async function insertDemoTranslations(tx: Writer, urlOf: (file: string) => string, now: number): Promise<void> {
  const insert = (kind: TranslatedKind, id: string, texts: Texts) =>
    insertTranslation(tx, { language: 'vi', kind, id }, { texts, now });
  for (const { slug, images, owner } of collection) {
    const { alts = [], ...texts } = listingTexts[slug] ?? {};
    const pictures = images.map(({ file }, position) => [altField(urlOf(file)), alts[position] ?? '']);
    const fields = Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    await insert('listing', slug, {
      ...Object.fromEntries([...fields, ...pictures]),
      ...ownerOf(owner),
      ...detailsOf(slug),
    });
  }
  for (const [name, texts] of Object.entries<Texts>(vietnamese.artists))
    await insert('artist', idOf(name), { ...texts, ...exhibitionsOf(name) });
  for (const [name, texts] of Object.entries<Texts>(vietnamese.series)) await insert('series', idOf(name), texts);
}

/** The Vietnamese titles and places of an artist's exhibitions; the keys contain the English ones. */
function exhibitionsOf(name: string): Texts {
  const english = artists.artists.find((artist) => artist.name === name)?.exhibitions ?? [];
  const texts = english.flatMap(({ title, place }, position) => {
    const translated = exhibitionTexts[name]?.[position];
    return translated
      ? [
          [exhibitionField(title), translated.title],
          [exhibitionPlaceField(place), translated.place],
        ]
      : [];
  });
  return Object.fromEntries(texts);
}

function ownerOf(owner: string): Texts {
  const translated = owners[owner];
  return translated === undefined ? {} : { [ownerField(owner)]: translated };
}

/** The Vietnamese names and texts of the details of a close look; the keys contain the English names. */
function detailsOf(slug: string): Texts {
  const english = closeLooks.find((look) => look.slug === slug)?.details ?? [];
  const texts = english.flatMap(({ name }, position) => {
    const translated = detailTexts[slug]?.[position];
    return translated
      ? [
          [detailField(name), translated.name],
          [detailTextField(name), translated.text],
        ]
      : [];
  });
  return Object.fromEntries(texts);
}
