import { type Language, pathIn } from '#contract/languages.ts';
import { findShownLanguages } from '#server/features/settings/settings.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Say } from '#server/platform/translations.ts';
import type { Settings } from '#server/settings.ts';
import { nameInEmail } from './words-in-emails.ts';

/** The language of an email to somebody who reads `language`: English unless the shop shows that language today. */
export async function findEmailLanguage(reader: Reader, language: Language): Promise<Language> {
  if (language === 'en') return 'en';
  return (await findShownLanguages(reader)).includes(language) ? language : 'en';
}

/** The address of a page in a language. `path` is that of the English page. */
export const pageAddress = ({ settings }: { settings: Settings }, language: Language, path: string): string =>
  settings.publicUrl + pathIn(language, path);

/** The first line of an email to somebody with this name. */
export function salutation(say: Say, name: string): string {
  const known = nameInEmail(name);
  return known === '' ? say('Dear collector') : say('Dear {name}', { name: known });
}
