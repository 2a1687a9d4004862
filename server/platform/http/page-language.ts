import { type Language, languagePrefix, translated } from '#contract/languages.ts';

/**
 * Divides a request target into the language that its path begins with and the target without it: `/vi/cart` is `/cart` in `vi`. React
 * Router requests the data of the home page at `/vi.data`; the English one is `/_.data`.
 */
export function divideByLanguage(target: string): { language: Language; rest: string } {
  for (const language of translated) {
    const prefix = languagePrefix(language);
    if (!target.startsWith(prefix)) continue;
    const rest = target.slice(prefix.length);
    if (rest.startsWith('/')) return { language, rest };
    if (rest === '.data' || rest.startsWith('.data?')) return { language, rest: `/_${rest}` };
    if (rest === '' || rest.startsWith('?')) return { language, rest: `/${rest}` };
  }
  return { language: 'en', rest: target };
}
