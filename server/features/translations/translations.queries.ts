import type { AliasedSelectQueryBuilder } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { TranslatedKind } from '#contract/translated-texts.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { TranslationsTable } from '#server/platform/database/translation-tables.ts';

export type TranslationRow = TranslationsTable;

interface Chosen {
  kind: TranslatedKind;
  language: Language;
  ids: readonly string[];
}

/** The translated texts (JSON) of the chosen subjects by their ids, without subjects that have none. */
export async function selectTexts(reader: Reader, chosen: Chosen): Promise<Map<string, string>> {
  if (chosen.ids.length === 0) return new Map();
  const rows = await rowsOf(reader, chosen).select(['subject_id', 'texts']).execute();
  return new Map(rows.map(({ subject_id, texts }) => [subject_id, texts]));
}

/** The translated texts of the chosen subjects and the English texts from which they were made (JSON), by the ids of the subjects. */
export async function selectTranslations(
  reader: Reader,
  chosen: Chosen,
): Promise<Map<string, Pick<TranslationRow, 'texts' | 'english'>>> {
  if (chosen.ids.length === 0) return new Map();
  const rows = await rowsOf(reader, chosen).select(['subject_id', 'texts', 'english']).execute();
  return new Map(rows.map((row) => [row.subject_id, row]));
}

const rowsOf = (reader: Reader, { kind, language, ids }: Chosen) =>
  reader
    .selectFrom('translations')
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('subject_id', 'in', ids);

/** The translated texts (JSON) of series by their folded names (`foldText`), without series that have none. */
export async function selectTextsOfSeries(
  reader: Reader,
  language: Language,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await reader
    .selectFrom('series')
    .innerJoin('translations', 'translations.subject_id', 'series.id')
    .select(['series.name_folded', 'translations.texts'])
    .where('series.name_folded', 'in', names)
    .where('translations.kind', '=', 'series')
    .where('translations.language', '=', language)
    .execute();
  return new Map(rows.map(({ name_folded, texts }) => [name_folded, texts]));
}

export async function upsertTexts(tx: Writer, row: TranslationRow): Promise<void> {
  await tx
    .insertInto('translations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id', 'language']).doUpdateSet(row))
    .execute();
}

export interface Named {
  id: string;
  name: string;
}

/** The subjects of a kind that visitors see: at most `most`, in the order of their ids, from the one after `after`. */
export function selectShown(
  reader: Reader,
  kind: 'listing' | 'artist' | 'series',
  { after, most }: { after: string; most: number },
): Promise<Named[]> {
  return reader
    .selectFrom(shownOf(reader, kind))
    .selectAll()
    .where('subject.id', '>', after)
    .orderBy('subject.id')
    .limit(most)
    .execute();
}

type Subjects = AliasedSelectQueryBuilder<Named, 'subject'>;

/** A subquery for the subjects of a kind that visitors see. */
function shownOf(reader: Reader, kind: 'listing' | 'artist' | 'series'): Subjects {
  if (kind === 'listing')
    return reader
      .selectFrom('listings')
      .select(['id', 'name'])
      .where('status', '<>', 'discontinued')
      .where('visibility', '=', 'listed')
      .as('subject');
  if (kind === 'artist')
    return reader.selectFrom('artists').select(['id', 'name']).where('is_published', '=', 1).as('subject');
  return reader.selectFrom('series').select(['id', 'name']).where('is_published', '=', 1).as('subject');
}
