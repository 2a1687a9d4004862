import { type Language, pathIn } from '#contract/languages.ts';

declare global {
  interface ImportMetaEnv {
    /** Set by vite.config.ts. */
    readonly PAGE_LANGUAGE: Language;
  }
}

/** The language of these pages. Each language has a build of its own. */
export const language: Language = import.meta.env.PAGE_LANGUAGE;

/** The path of a page as the browser shows it. React Router's links and redirects add the prefix of the language themselves. */
export const browserPath = (path: string): string => pathIn(language, path);
