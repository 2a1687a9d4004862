import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { type Language, languageNames, pathIn } from '#contract/languages.ts';
import { useShop } from '../shell/shop.ts';
import { carryState } from './carried-state.ts';
import { language } from './language.ts';
import { rememberLanguage } from './remembered-language.ts';

/** Links to this page in the other languages of the shop; nothing if the shop has only one language. */
export function OtherLanguages() {
  return useOtherLanguages().map((one) => <LanguageLink key={one} to={one} className="who min-w-0 max-lg:hidden" />);
}

/** The languages of the shop besides that of the page. */
export const useOtherLanguages = (): Language[] => useLanguages().filter((one) => one !== language);

/** Links to this page in each language of the shop; nothing if the shop has only one language. */
export function AllLanguages() {
  const languages = useLanguages();
  if (languages.length === 0) return null;
  return (
    <nav className="flex w-full gap-6" aria-label={t`Language`}>
      {languages.map((one) => (
        <LanguageLink key={one} to={one} className={one === language ? 'py-3' : 'py-3 no-underline'} />
      ))}
    </nav>
  );
}

const useLanguages = (): Language[] => {
  const { languages } = useShop();
  return languages ? ['en', ...languages] : [];
};

interface LanguageLinkProps {
  to: Language;
  className?: string;
  /** Shown before the name of the language. */
  children?: ReactNode;
}

/** A link to this page in a language. Loads the document, because each language is a build of its own. */
export function LanguageLink({ to, className, children }: LanguageLinkProps) {
  const { pathname, search, hash, state } = useLocation();
  return (
    <a
      className={className}
      href={pathIn(to, pathname + search + hash)}
      {...{ lang: to, hrefLang: to }}
      aria-current={to === language ? 'true' : undefined}
      onClick={() => {
        rememberLanguage(to);
        carryState(pathIn(to, pathname), state);
      }}
    >
      {children}
      {languageNames[to]}
    </a>
  );
}
