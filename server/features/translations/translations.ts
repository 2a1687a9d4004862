import { z } from 'zod';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { hasRole, type Role } from '#contract/roles.ts';
import { isOptional, type TranslatedKind } from '#contract/translated-texts.ts';
import {
  missingShown,
  type Translation,
  type TranslationProgress,
  type TranslationSubject,
} from '#contract/translations.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { reindexListing } from '#server/features/catalog/catalog.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { Shop } from '#server/shop.ts';
import { findEnglish, type Texts } from './english-texts.ts';
import { selectProgress, selectTexts, upsertTexts } from './translations.queries.ts';

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
} from './translate.ts';

const storedTexts = z.record(z.string(), z.string());

/** How much of what visitors see is translated (docs/behaviour/languages.md, 9). */
export async function findProgress(shop: Shop, language: Language): Promise<TranslationProgress[]> {
  const { read } = shop.database;
  const kinds = ['listing', 'artist', 'series'] as const;
  const ofTables = await Promise.all(
    kinds.map(async (kind) => ({ kind, ...(await selectProgress(read, { kind, language, most: missingShown })) })),
  );
  const pages = await Promise.all(
    ['home', 'policies'].map(async (id) => {
      const found = await findTranslation(shop, { language, kind: 'shop', id });
      if (isRefusal(found) || found.fields.length === 0) return [];
      return [{ id, name: found.name, isComplete: found.fields.every(({ text }) => text !== '') }];
    }),
  );
  const missing = pages.flat().filter(({ isComplete }) => !isComplete);
  return [
    ...ofTables,
    {
      kind: 'shop',
      total: pages.flat().length,
      translated: pages.flat().length - missing.length,
      missing: missing.map(({ id, name }) => ({ id, name })),
    },
  ];
}

/** The English texts of a subject beside their translations. Refused (404): an unknown subject. */
export async function findTranslation(
  shop: Shop,
  { language, kind, id }: { language: Language; kind: TranslatedKind; id: string },
): Promise<Translation | Refusal> {
  const english = await findEnglish(shop, kind, id);
  if (isRefusal(english)) return english;
  const texts = (await findTexts(shop.database.read, { kind, language, ids: [id] })).get(id) ?? {};
  return translationOf(english, texts);
}

/**
 * Writes translations of the named fields, and removes those that are empty. Recorded in the audit; pages show it at once. Refused: an
 * unknown subject (404), a field that has no English text (400), and texts of the shop's own pages by a role below owner (403).
 */
export async function writeTranslation(
  shop: Shop,
  { userId, role }: { userId: string; role: Role },
  { language, kind, id }: TranslationSubject,
  changes: Texts,
): Promise<Translation | Refusal> {
  if (kind === 'shop' && !hasRole(role, 'owner')) return refuse('roleNeeded');
  const english = await findEnglish(shop, kind, id);
  if (isRefusal(english)) return english;
  const unknown = Object.keys(changes).filter((field) => !(field in english.texts));
  if (unknown.length > 0) {
    const issues = unknown.map((field) => ({ path: `texts.${field}`, message: 'There is no such text in English.' }));
    return refuse('invalidInput', {}, { issues });
  }
  return shop.database.write(async (tx) => {
    await lockName(tx, `translation ${language} ${kind} ${id}`);
    const before = (await findTexts(tx, { kind, language, ids: [id] })).get(id) ?? {};
    const after = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, text]) => text !== ''));
    const isComplete = Object.keys(english.texts).every((field) => field in after || isOptional(field));
    const state = { is_complete: isComplete ? 1 : 0, changed_at: shop.clock() } as const;
    await upsertTexts(tx, { ...rowOf({ language, kind, id }, after), ...state });
    const change = { adminId: userId, action: 'texts translated', subject: id };
    await recordChange(tx, shop, { ...change, before, after });
    if (kind === 'listing') await reindexListing(tx, id);
    tx.raiseRevision();
    return translationOf(english, after);
  });
}

/** The translated texts of subjects of one kind, by their ids; nothing for those without any. */
export async function findTexts(
  reader: Reader,
  subjects: { kind: TranslatedKind; language: Language; ids: readonly string[] },
): Promise<Map<string, Texts>> {
  const found = await selectTexts(reader, subjects);
  return new Map([...found].map(([id, texts]) => [id, storedTexts.parse(JSON.parse(texts))]));
}

/** Texts of the demo, complete. The subjects were inserted before. */
export async function insertTranslation(
  tx: Writer,
  subject: TranslationSubject,
  { texts, now }: { texts: Texts; now: number },
): Promise<void> {
  await upsertTexts(tx, { ...rowOf(subject, texts), is_complete: 1, changed_at: now });
  if (subject.kind === 'listing') await reindexListing(tx, subject.id);
}

const rowOf = ({ language, kind, id }: TranslationSubject, texts: Texts) => ({
  ...{ kind, language, subject_id: id, texts: JSON.stringify(texts) },
  listing_id: kind === 'listing' ? id : null,
  artist_id: kind === 'artist' ? id : null,
  series_id: kind === 'series' ? id : null,
});

function translationOf({ name, texts }: { name: string; texts: Texts }, translated: Texts): Translation {
  const fields = Object.entries(texts).map(([field, english]) => ({ field, english, text: translated[field] ?? '' }));
  return { name, fields };
}
