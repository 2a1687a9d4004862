import { type Language, pathIn } from '#contract/languages.ts';
import type { Say } from '#server/platform/translations.ts';
import type { Settings } from '#server/settings.ts';
import { nameInEmail } from './words-in-emails.ts';

/** The address of a page in a language. `path` is that of the English page. */
export const pageAddress = ({ settings }: { settings: Settings }, language: Language, path: string): string =>
  settings.publicUrl + pathIn(language, path);

/** The first line of an email to somebody with this name. */
export function salutation(say: Say, name: string): string {
  const known = nameInEmail(name);
  return known === '' ? say('Dear collector') : say('Dear {name}', { name: known });
}
