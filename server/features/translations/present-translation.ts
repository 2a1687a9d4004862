import { z } from 'zod';
import { isOptional } from '#contract/translated-texts.ts';
import type { MissingTranslation, Translation } from '#contract/translations.ts';
import type { English, Texts } from './english-texts.ts';

/** The translations of one subject by field, and the English texts from which they were made, as far as these are known. */
export interface Translated {
  texts: Texts;
  english: Texts;
}

const textsByField = z.record(z.string(), z.string());

/** Parses a JSON column with texts by their field. */
export const textsOf = (json: string): Texts => textsByField.parse(JSON.parse(json));

/** The translations of a row; empty without a row. */
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

/** Why a translation counts as missing; null if it is complete and up to date. */
export function lackOf({ fields }: Translation): MissingTranslation['reason'] | null {
  if (fields.some(({ field, text }) => text === '' && !isOptional(field))) return 'untranslated';
  return fields.some(({ isOutdated }) => isOutdated) ? 'outdated' : null;
}
