import { type FailureCode, isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { hasRole, type Role } from '#contract/roles.ts';
import type { TranslatedKind } from '#contract/translated-texts.ts';
import type { Translation, TranslationSubject } from '#contract/translations.ts';
import { lockSeries } from '#server/features/artists/artists.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { linkedIds, lockLinked, lockListings, reindexListing } from '#server/features/catalog/catalog.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { Shop } from '#server/shop.ts';
import { type English, findEnglish, type Texts } from './english-texts.ts';
import { presentTranslation, type Translated, textsOf, translatedOf } from './present-translation.ts';
import { selectTexts, selectTranslations, upsertTexts } from './translations.queries.ts';

export {
  altField,
  detailField,
  detailTextField,
  exhibitionField,
  exhibitionPlaceField,
  ownerField,
} from './english-texts.ts';
export {
  translateAlts,
  translatedName,
  translateExhibitions,
  translateListing,
  translateLook,
  translateSubject,
  translateZone,
} from './translate.ts';
export { translateFacets } from './translate-facets.ts';

/** The English texts of a subject beside their translations. Refused (404): an unknown subject. */
export async function findTranslation(shop: Shop, subject: TranslationSubject): Promise<Translation | Refusal> {
  const { read } = shop.database;
  const english = await findOneEnglish(read, subject, shop.clock());
  return isRefusal(english) ? english : presentTranslation(english, await findTranslated(read, subject));
}

/**
 * Writes translations of the named fields, and removes those that are empty. Recorded in the audit; pages show it at once. `seen`: the
 * English texts from which they were made; they are outdated if those have changed meanwhile. Refused: an unknown subject (404), a field
 * that has no English text (400), and texts of the shop's own pages by a role below owner (403).
 */
export async function writeTranslation(
  shop: Shop,
  { userId, role }: { userId: string; role: Role },
  subject: TranslationSubject,
  { texts: changes, english: seen = {} }: { texts: Texts; english?: Texts | undefined },
): Promise<Translation | Refusal> {
  const { language, kind, id } = subject;
  if (kind === 'shop' && !hasRole(role, 'owner')) return refuse('roleNeeded');
  const english = await findOneEnglish(shop.database.read, subject, shop.clock());
  if (isRefusal(english)) return english;
  const unknown = Object.keys(changes).filter((field) => !(field in english.texts));
  if (unknown.length > 0) {
    const issues = unknown.map((field) => ({ path: `texts.${field}`, message: 'There is no such text in English.' }));
    return refuse('invalidInput', {}, { issues });
  }
  return shop.database.write(async (tx) => {
    await lockName(tx, `translation ${language} ${kind} ${id}`);
    const found = await lockFound(tx, kind, id);
    const before = await findTranslated(tx, subject);
    const after = changedOf(before, changes, { ...english.texts, ...seen });
    await upsertTexts(tx, rowOf(subject, after, shop.clock()));
    const change = { adminId: userId, action: 'texts translated', subject: id };
    await recordChange(tx, shop, { ...change, before: before.texts, after: after.texts });
    for (const listingId of found) await reindexListing(tx, listingId);
    tx.raiseRevision();
    return presentTranslation(english, after);
  });
}

/** Locks the listings that searches find by the texts of this subject; returns their ids. */
async function lockFound(tx: Writer, kind: TranslatedKind, id: string): Promise<string[]> {
  if (kind === 'listing') return (await lockListings(tx, [id])).map((row) => row.id);
  if (kind !== 'series') return [];
  return (await lockLinked(tx, { field: 'series', id, lock: () => lockSeries(tx, id) })).map((row) => row.id);
}

/** The translated texts of subjects of one kind by their ids, without subjects that have none. */
export async function findTexts(
  reader: Reader,
  subjects: { kind: TranslatedKind; language: Language; ids: readonly string[] },
): Promise<Map<string, Texts>> {
  const found = await selectTexts(reader, subjects);
  return new Map([...found].map(([id, texts]) => [id, textsOf(texts)]));
}

/** Inserts translations of the demo. The caller has inserted the subject earlier in this transaction. */
export async function insertTranslation(
  tx: Writer,
  subject: TranslationSubject,
  { texts, now }: { texts: Texts; now: number },
): Promise<void> {
  const { kind, id } = subject;
  const english = (await findEnglish(tx, { kind, ids: [id], now })).get(id)?.texts ?? {};
  await upsertTexts(tx, rowOf(subject, changedOf({ texts: {}, english: {} }, texts, english), now));
  if (kind === 'listing') await reindexListing(tx, id);
  if (kind === 'series') for (const work of await linkedIds(tx, 'series_id', id)) await reindexListing(tx, work);
}

/** The English texts of one subject. Refused (404): an unknown subject. */
async function findOneEnglish(
  reader: Reader,
  { kind, id }: TranslationSubject,
  now: number,
): Promise<English | Refusal> {
  return (await findEnglish(reader, { kind, ids: [id], now })).get(id) ?? refuse(notFound[kind]);
}

const notFound = {
  listing: 'listingNotFound',
  artist: 'artistNotFound',
  series: 'seriesNotFound',
  shop: 'unknownPath',
} as const satisfies Record<TranslatedKind, FailureCode>;

async function findTranslated(reader: Reader, { kind, language, id }: TranslationSubject): Promise<Translated> {
  return translatedOf((await selectTranslations(reader, { kind, language, ids: [id] })).get(id));
}

/**
 * The translations after a change. A changed field is stored with its text in `english`, and so is an unchanged one whose English text
 * was not known.
 */
function changedOf(before: Translated, changes: Texts, english: Texts): Translated {
  const texts = Object.fromEntries(Object.entries({ ...before.texts, ...changes }).filter(([, text]) => text !== ''));
  const madeFrom = Object.keys(texts).flatMap((field) => {
    const text = field in changes ? english[field] : (before.english[field] ?? english[field]);
    return text === undefined ? [] : [[field, text] as const];
  });
  return { texts, english: Object.fromEntries(madeFrom) };
}

const rowOf = ({ language, kind, id }: TranslationSubject, { texts, english }: Translated, now: number) => ({
  kind,
  language,
  subject_id: id,
  texts: JSON.stringify(texts),
  english: JSON.stringify(english),
  listing_id: kind === 'listing' ? id : null,
  artist_id: kind === 'artist' ? id : null,
  series_id: kind === 'series' ? id : null,
  changed_at: now,
});
