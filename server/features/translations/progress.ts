import type { Language } from '#contract/languages.ts';
import type { TranslatedKind } from '#contract/translated-texts.ts';
import { type MissingTranslation, missingShown, type TranslationProgress } from '#contract/translations.ts';
import type { Shop } from '#server/shop.ts';
import { findEnglish } from './english-texts.ts';
import { lackOf, presentTranslation, translatedOf } from './present-translation.ts';
import { type Named, selectShown, selectTranslations } from './translations.queries.ts';

/** How much of what visitors see is translated (docs/behaviour/languages.md, 9). */
export async function findProgress(shop: Shop, language: Language): Promise<TranslationProgress[]> {
  const kinds = ['listing', 'artist', 'series'] as const;
  const ofKinds = await Promise.all(kinds.map((kind) => progressOf(shop, kind, language)));
  return [...ofKinds, await progressOfPages(shop, language)];
}

/** How many subjects are compared with their English texts at a time. */
const batchSize = 500;

async function progressOf(
  shop: Shop,
  kind: 'listing' | 'artist' | 'series',
  language: Language,
): Promise<TranslationProgress> {
  const missing: MissingTranslation[] = [];
  let total = 0;
  let batch: Named[] = [];
  do {
    batch = await selectShown(shop.database.read, kind, { after: batch.at(-1)?.id ?? '', most: batchSize });
    total += batch.length;
    missing.push(...(await missingOf(shop, { kind, language }, batch)));
  } while (batch.length === batchSize);
  missing.sort((one, other) => compare(one.name, other.name) || compare(one.id, other.id));
  return { kind, total, translated: total - missing.length, missing: missing.slice(0, missingShown) };
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

async function progressOfPages(shop: Shop, language: Language): Promise<TranslationProgress> {
  const kind = 'shop';
  const ids = ['home', 'policies', 'delivery'];
  const english = await findEnglish(shop.database.read, { kind, ids, now: shop.clock() });
  const pages = [...english]
    .filter(([, { texts }]) => Object.keys(texts).length > 0)
    .map(([id, { name }]) => ({ id, name }));
  const missing = await missingOf(shop, { kind, language }, pages);
  return { kind, total: pages.length, translated: pages.length - missing.length, missing };
}

/** The subjects whose translation is incomplete or outdated, with the reason. */
async function missingOf(
  { database: { read }, clock }: Shop,
  { kind, language }: { kind: TranslatedKind; language: Language },
  subjects: readonly Named[],
): Promise<MissingTranslation[]> {
  const rows = await selectTranslations(read, { kind, language, ids: subjects.map(({ id }) => id) });
  const english = await findEnglish(read, { kind, ids: [...rows.keys()], now: clock() });
  return subjects.flatMap(({ id, name }) => {
    const known = english.get(id);
    const reason = known ? lackOf(presentTranslation(known, translatedOf(rows.get(id)))) : 'untranslated';
    return reason ? [{ id, name, reason }] : [];
  });
}
