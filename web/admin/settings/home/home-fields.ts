import { t } from '@lingui/core/macro';
import type { HomeSettings } from '#contract/home.ts';

/** Names of the fields, in the order of the page. */
export const homeFieldTitles: Readonly<Record<keyof HomeSettings, string>> = {
  heroListingId: t`Piece`,
  heroPicture: t`Picture`,
  heroFocusX: t`In sight, across`,
  heroFocusY: t`In sight, down`,
  headline: t`Headline`,
  text: t`Text`,
  aboutTitle: t`First sentence`,
  aboutText: t`Text about`,
  aboutPictures: t`Pictures`,
  contactWords: t`Contact words`,
};

// Object.keys returns strings; these are the keys of the record above.
export const homeFields = Object.keys(homeFieldTitles) as (keyof HomeSettings)[];
