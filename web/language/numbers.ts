import { localeIn } from '#contract/languages.ts';
import { language } from './language.ts';

/** A count as people write it in the language of the page: 1,200 in English, 1.200 in Vietnamese. */
export const inDigits = (count: number): string => count.toLocaleString(localeIn(language, 'en-US'));
