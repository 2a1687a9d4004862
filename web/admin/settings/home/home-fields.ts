import type { HomeSettings } from '#contract/home.ts';

/** Names of the fields, in the order of the page. */
export const homeFieldTitles: Readonly<Record<keyof HomeSettings, string>> = {
  heroListingId: 'Piece',
  heroPicture: 'Picture',
  heroFocusX: 'In sight, across',
  heroFocusY: 'In sight, down',
  headline: 'Headline',
  text: 'Text',
  aboutTitle: 'First sentence',
  aboutText: 'Text about',
  aboutPictures: 'Pictures',
  contactWords: 'Contact words',
};

// Object.keys returns strings; these are the keys of the record above.
export const homeFields = Object.keys(homeFieldTitles) as (keyof HomeSettings)[];
