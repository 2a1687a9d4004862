import type { Language } from '#contract/languages.ts';

declare global {
  interface ImportMetaEnv {
    /** Set by vite.config.ts. */
    readonly PAGE_LANGUAGE: Language;
  }
}

/** The language of these pages. Each language has a build of its own. */
export const language: Language = import.meta.env.PAGE_LANGUAGE;
