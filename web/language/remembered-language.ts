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
 * Runs in the head of English pages of a shop with several languages. A visitor who comes from outside the shop and has chosen
 * another language before sees the page in that language (docs/behaviour/languages.md, 4). Nothing else chooses: neither the
 * browser's language nor a place.
 */
export function rememberedLanguageScript(shown: readonly Language[]): string | null {
  if (language !== 'en') return null;
  const prefixes = Object.fromEntries(shown.map((one) => [one, languagePrefix(one)]));
  return `try{const p=${JSON.stringify(prefixes)}[localStorage.getItem('${storageKey}')];if(p&&!document.referrer.startsWith(location.origin+'/'))location.replace(p+location.pathname.replace(/^\\/$/,'')+location.search+location.hash)}catch{}`;
}
