import { t } from '@lingui/core/macro';
import { pieceFields } from '#contract/collection/piece.ts';
import { collect, titleOf } from '#contract/fields/kinds.ts';
import { type TranslatedKind, translatedFields } from '#contract/translated-texts.ts';

/** The titles of the kinds of subjects in the list of missing translations. */
export const kindTitles: Readonly<Record<TranslatedKind, string>> = {
  listing: t`Pieces`,
  artist: t`Artists`,
  series: t`Series`,
  shop: t`Home page, policies and delivery`,
};

const shopSubjects: Readonly<Record<string, string>> = {
  home: t`Home page`,
  policies: t`Policies`,
  delivery: t`Delivery`,
};

/** The name of a subject: for the parts of the shop the title that the panel gives them, otherwise `name`. */
export const subjectName = (kind: TranslatedKind, id: string, name: string): string =>
  kind === 'shop' ? (shopSubjects[id] ?? name) : name;

const fieldTitles: Readonly<Record<string, string>> = {
  ...collect(translatedFields.listing, (name) => titleOf(pieceFields[name])),
  summary: t`One line`,
  birthPlace: t`Born in`,
  livesIn: t`Lives in`,
  quote: t`Quote`,
  quoteSource: t`Where the quote is from`,
  biography: t`Biography`,
  text: t`Text`,
  headline: t`Headline`,
  aboutTitle: t`Title of About`,
  aboutText: t`Text of About`,
  contactWords: t`Words beside the contact form`,
  delivery: t`Delivery`,
  returns: t`Returns`,
  privacy: t`Privacy`,
  terms: t`Terms`,
  pickupNote: t`Pickup: hours, and what to bring`,
};

/** The label of a field. `fields` are all fields of its subject; they give pictures and details their numbers. */
export function fieldTitle(field: string, fields: readonly string[]): string {
  const number = numberOf(field, fields);
  if (field.startsWith('alt:')) return t`Picture ${number}, in words`;
  if (field.startsWith('detail:')) return t`Detail ${number}, name`;
  if (field.startsWith('detail text:')) return t`Detail ${number}, text`;
  if (field.startsWith('owner:')) return t`Owner`;
  const english = field.slice(field.indexOf(':') + 1);
  if (field.startsWith('exhibition:')) return t`Exhibition: ${english}`;
  if (field.startsWith('exhibition place:')) return t`Place of exhibitions: ${english}`;
  if (field.startsWith('zone:')) return t`Delivery zone: ${english}`;
  if (field.startsWith('zone note:')) return t`Note of delivery zones: ${english}`;
  return fieldTitles[field] ?? field;
}

function numberOf(field: string, fields: readonly string[]): number {
  // A text of a detail takes the number of the detail, because not every detail has a text.
  const counted = field.replace(/^detail text:/, 'detail:');
  const kind = counted.slice(0, counted.indexOf(':') + 1);
  return fields.filter((other) => other.startsWith(kind)).indexOf(counted) + 1;
}

/** The path of the page on which a subject is translated. */
export const translationPath = (kind: TranslatedKind, id: string) =>
  `/admin/settings/translations/${kind}/${encodeURIComponent(id)}`;
