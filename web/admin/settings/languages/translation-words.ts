import type { TranslatedKind } from '#contract/translated-texts.ts';

/** What a kind of subjects is called in the list of what is missing. */
export const kindTitles: Readonly<Record<TranslatedKind, string>> = {
  listing: 'Pieces',
  artist: 'Artists',
  series: 'Series',
  shop: 'Home page and policies',
};

const fieldTitles: Readonly<Record<string, string>> = {
  name: 'Name',
  info: 'Description',
  description: 'Short description',
  story: 'Story',
  spec: 'Specifications',
  design: 'Design',
  history: 'History',
  medium: 'Medium',
  framing: 'Framing',
  hanging: 'Hanging',
  summary: 'One line',
  birthPlace: 'Born in',
  livesIn: 'Lives in',
  artists: 'Artists',
  size: 'Size in words',
  quote: 'Quote',
  quoteSource: 'Where the quote is from',
  biography: 'Biography',
  text: 'Text',
  headline: 'Headline',
  aboutTitle: 'Title of About',
  aboutText: 'Text of About',
  contactWords: 'Words beside the contact form',
  delivery: 'Delivery',
  returns: 'Returns',
  privacy: 'Privacy',
  terms: 'Terms',
};

/** The label of a field. `position` counts the pictures before it. */
export function fieldTitle(field: string, position: number): string {
  if (field.startsWith('alt:')) return `Picture ${position + 1}, in words`;
  if (field.startsWith('owner:')) return 'Owner';
  if (field.startsWith('exhibition')) return 'Exhibition';
  return fieldTitles[field] ?? (field.startsWith('detail') ? 'Detail' : field);
}

/** The page on which a subject is translated. */
export const translationPath = (kind: TranslatedKind, id: string) =>
  `/admin/settings/translations/${kind}/${encodeURIComponent(id)}`;
