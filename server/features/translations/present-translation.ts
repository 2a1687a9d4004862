import { z } from 'zod';
import { isOptional } from '#contract/translated-texts.ts';
import type { MissingTranslation, Translation } from '#contract/translations.ts';
import type { English, Texts } from './english-texts.ts';

/** The translations of one subject, and from which English texts they were made; not of those of which that is not known. */
export interface Translated {
  texts: Texts;
  english: Texts;
}

const texts = z.record(z.string(), z.string());

/** Texts by their field as a column has them. */
export const textsOf = (json: string): Texts => texts.parse(JSON.parse(json));

/** Translations as a row has them; none without a row. */
export const translatedOf = (row: { texts: string; english: string } | undefined): Translated =>
  row ? { texts: textsOf(row.texts), english: textsOf(row.english) } : { texts: {}, english: {} };

/** The English texts of a subject beside their translations. */
export function presentTranslation({ name, texts: english }: English, translated: Translated): Translation {
  const fields = Object.entries(english).map(([field, text]) => {
    const translation = translated.texts[field] ?? '';
    const madeFrom = translated.english[field] ?? text;
    return { field, english: text, text: translation, isOutdated: translation !== '' && madeFrom !== text };
  });
  return { name, fields };
}

/** What a translation lacks; null if it lacks nothing. */
export function lackOf({ fields }: Translation): MissingTranslation['reason'] | null {
  if (fields.some(({ field, text }) => text === '' && !isOptional(field))) return 'untranslated';
  return fields.some(({ isOutdated }) => isOutdated) ? 'outdated' : null;
}
