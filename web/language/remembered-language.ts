import { type Language, languagePrefix } from '#contract/languages.ts';
import { language } from './language.ts';

const storageKey = 'language';

/** Stores the language that a visitor has chosen in this browser. */
export function rememberLanguage(chosen: Language): void {
  try {
    localStorage.setItem(storageKey, chosen);
  } catch {
    // Storage is disabled: the choice lasts while the visitor stays on the pages of this language.
  }
}

/**
 * Returns a script for the head of English pages; null for pages in other languages. If a visitor comes from outside the shop and has
 * chosen another language before, it opens the page in that language (docs/behaviour/languages.md, 4). Nothing else chooses a language:
 * neither that of the browser nor the visitor's country.
 */
export function rememberedLanguageScript(shown: readonly Language[]): string | null {
  if (language !== 'en') return null;
  const prefixes = Object.fromEntries(shown.map((one) => [one, languagePrefix(one)]));
  return `try{const p=${JSON.stringify(prefixes)}[localStorage.getItem('${storageKey}')];if(p&&!document.referrer.startsWith(location.origin+'/'))location.replace(p+location.pathname.replace(/^\\/$/,'')+location.search+location.hash)}catch{}`;
}
