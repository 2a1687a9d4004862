import { type AliasedSelectQueryBuilder, sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { TranslatedKind } from '#contract/translated-texts.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { TranslationsTable } from '#server/platform/database/translation-tables.ts';

export type TranslationRow = TranslationsTable;

/** The texts of these subjects that have any, by their ids. */
export async function selectTexts(
  reader: Reader,
  { kind, language, ids }: { kind: TranslatedKind; language: Language; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom('translations')
    .select(['subject_id', 'texts'])
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('subject_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ subject_id, texts }) => [subject_id, texts]));
}

export async function upsertTexts(tx: Writer, row: TranslationRow): Promise<void> {
  await tx
    .insertInto('translations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id', 'language']).doUpdateSet(row))
    .execute();
}

interface Progress {
  total: number;
  translated: number;
  missing: { id: string; name: string }[];
}

/** What visitors see of a kind, how many have a complete translation, and the first `most` of the others by name. */
export async function selectProgress(
  reader: Reader,
  { kind, language, most }: { kind: 'listing' | 'artist' | 'series'; language: Language; most: number },
): Promise<Progress> {
  const subjects = reader
    .selectFrom(shownOf(reader, kind))
    .leftJoin('translations', (join) =>
      join
        .onRef('translations.subject_id', '=', 'subject.id')
        .on('translations.kind', '=', kind)
        .on('translations.language', '=', language)
        .on('translations.is_complete', '=', 1),
    );
  const { total, translated } = await subjects
    .select([sql<number>`count(*)`.as('total'), sql<number>`count(translations.subject_id)`.as('translated')])
    .executeTakeFirstOrThrow();
  const missing = await subjects
    .where('translations.subject_id', 'is', null)
    .select(['subject.id', 'subject.name'])
    .orderBy('subject.name')
    .orderBy('subject.id')
    .limit(most)
    .execute();
  return { total: Number(total), translated: Number(translated), missing };
}

type Subjects = AliasedSelectQueryBuilder<{ id: string; name: string }, 'subject'>;

/** What visitors see of a kind. */
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
