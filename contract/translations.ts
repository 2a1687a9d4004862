import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { languages, translated } from './languages.ts';
import { limits } from './limits.ts';
import { pathId, prose } from './text.ts';
import { translatedKinds } from './translated-texts.ts';

const language = z.enum(translated, 'Please choose a language of the list.');
const subject = z.object({ language, kind: z.enum(translatedKinds), id: pathId });
export type TranslationSubject = z.output<typeof subject>;

/** The language in which a reply gives the names and texts of listings; English if absent. */
export const inLanguage = z.object({ language: z.enum(languages).optional() });

const translation = z.object({
  /** The English name. */
  name: z.string(),
  /**
   * The texts that are not empty in English. `text` is the translation; empty if there is none. A translation is outdated if the English
   * text has changed since then.
   */
  fields: z.array(z.object({ field: z.string(), english: z.string(), text: z.string(), isOutdated: z.boolean() })),
});
export type Translation = z.infer<typeof translation>;

const missingTranslation = z.object({
  id: z.string(),
  name: z.string(),
  /** `untranslated`: a text has no translation. `outdated`: all have one, but an English text has changed since. */
  reason: z.enum(['untranslated', 'outdated']),
});
export type MissingTranslation = z.infer<typeof missingTranslation>;

const progress = z.object({
  kind: z.enum(translatedKinds),
  total: z.number().int(),
  translated: z.number().int(),
  /** Those without a complete translation of the current English texts, at most `missingShown`. */
  missing: z.array(missingTranslation),
});
export type TranslationProgress = z.infer<typeof progress>;

/** How many entries `missing` has at most. */
export const missingShown = 20;

export const translationEndpoints = {
  getTranslationProgress: endpoint({
    method: 'GET',
    path: '/admin/translations/:language',
    access: 'viewer',
    summary: 'How much of the texts of the shop is translated',
    params: z.object({ language }),
    reply: z.object({ progress: z.array(progress) }),
  }),
  getTranslation: endpoint({
    method: 'GET',
    path: '/admin/translations/:language/:kind/:id',
    access: 'viewer',
    summary: 'The texts of one piece, artist, series or page, beside their translations',
    params: subject,
    reply: z.object({ translation }),
    refuses: [404],
  }),
  writeTranslation: endpoint({
    method: 'PUT',
    path: '/admin/translations/:language/:kind/:id',
    access: 'staff',
    summary: 'Translate English texts; those that are not named stay as they are, an empty one is removed',
    params: subject,
    body: z.object({
      texts: z.record(z.string().max(limits.url), prose(limits.longText)),
      /** The English texts that the translator saw; if absent, the current ones. */
      english: z.record(z.string().max(limits.url), z.string().max(limits.longText)).optional(),
    }),
    reply: z.object({ translation }),
    refuses: [404],
  }),
};
