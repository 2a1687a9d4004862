// The only list of the fields of a listing. Pages of the panel import this file, so it must not import zod.
import { failures } from '../errors.ts';
import {
  type Fields,
  type NamesFor,
  namesFor,
  namesIn,
  namesOf,
  pick,
  type SomeValuesOf,
  type ValuesOf,
} from '../fields/kinds.ts';
import { limits } from '../limits.ts';
import { sizeClasses } from '../listing-size.ts';
import { listingStatuses } from '../states.ts';
import { taxStatuses } from '../tax-status.ts';
import { visibilities } from '../visibility.ts';

const side = { kind: 'length', group: 'measures', uses: ['public'] } as const;

/**
 * What staff writes about a piece, in the order of the columns in files of pieces. The names are those of requests and answers. The
 * compiler and the tests ask for what a use needs elsewhere: `facts` for a label in web/catalog/fact-labels.ts, a column for a migration.
 */
export const pieceFields = {
  name: {
    kind: 'text',
    label: 'Name',
    most: limits.name,
    needed: failures.nameAndPriceNeeded[1],
    uses: ['public', 'translated'],
  },
  price: {
    kind: 'money',
    label: 'Price',
    needed: failures.nameAndPriceNeeded[1],
    column: 'price_cents',
    uses: ['public'],
  },
  /** No two pieces have the same. */
  inventoryNumber: {
    kind: 'text',
    group: 'inventory',
    label: 'Inventory number',
    hint: 'Your own number. No two pieces have the same. Only you see it.',
    column: 'inventory_number',
    uses: [],
  },
  status: { kind: 'choice', options: listingStatuses, empty: 'available', label: 'Status', uses: ['public'] },
  visibility: {
    kind: 'choice',
    options: visibilities,
    empty: 'listed',
    label: 'Who sees it',
    auditLabel: 'Visibility',
    uses: [],
  },
  /** When the listing becomes visible to everybody. Needed if `visibility` is `scheduled`, and then in the future; else ignored. */
  publishAt: {
    kind: 'moment',
    label: 'Listed on',
    fileLabel: 'Listed from',
    auditLabel: 'Publish at',
    column: 'publish_at',
    uses: [],
  },
  location: {
    kind: 'text',
    group: 'inventory',
    label: 'Where it is',
    auditLabel: 'Location',
    hint: 'For example: store, shelf 4. Only you see it.',
    uses: [],
  },
  unique: {
    kind: 'flag',
    empty: true,
    label: 'Unique, one of a kind',
    auditLabel: 'Unique',
    column: 'is_unique',
    uses: ['public'],
  },
  artist: {
    kind: 'text',
    label: 'Artist',
    hint: 'One name, for the products table, orders and invoices. Also on the shop’s pages.',
    uses: ['public'],
  },
  /** The record of the artist; with it `artist` is its name. Null leaves only the text (docs/behaviour/artists.md). */
  artistId: {
    kind: 'record',
    label: 'Page of the artist',
    auditLabel: 'Artist id',
    column: 'artist_id',
    uses: ['public'],
    absent: true,
  },
  artists: {
    kind: 'text',
    label: 'Artists',
    hint: 'All names, for the shop’s pages. Separate them with commas.',
    uses: ['public', 'facts', 'translated', 'alike'],
  },
  series: { kind: 'text', label: 'Series', uses: ['public', 'facts'] },
  seriesId: {
    kind: 'record',
    label: 'Page of the series',
    auditLabel: 'Series id',
    column: 'series_id',
    uses: ['public'],
    absent: true,
  },
  year: { kind: 'year', label: 'Year', uses: ['public', 'facts'] },
  /** What the piece is made of, in a few words. Visitors can filter by it. */
  medium: {
    kind: 'text',
    label: 'Medium',
    hint: 'For example: lacquer on wood. Visitors filter the collection by it.',
    uses: ['public', 'facts', 'translated', 'searched'],
    absent: true,
  },
  size: {
    kind: 'text',
    label: 'Size',
    fileLabel: 'Size in words',
    uses: ['public', 'facts', 'translated', 'alike', 'searched'],
  },
  widthCm: { ...side, label: 'Width, cm', fileLabel: 'Width', auditLabel: 'Width mm', column: 'width_mm' },
  heightCm: { ...side, label: 'Height, cm', fileLabel: 'Height', auditLabel: 'Height mm', column: 'height_mm' },
  depthCm: { ...side, label: 'Depth, cm', fileLabel: 'Depth', auditLabel: 'Depth mm', column: 'depth_mm' },
  weightKg: {
    kind: 'weight',
    group: 'measures',
    label: 'Weight, kg',
    fileLabel: 'Weight',
    auditLabel: 'Weight grams',
    column: 'weight_grams',
    uses: ['public'],
  },
  /** Empty: `sizeClassOf` derives it from the measures. */
  sizeClass: {
    kind: 'choice',
    options: [...sizeClasses, ''],
    empty: '',
    label: 'Size class',
    column: 'size_class',
    uses: ['public'],
  },
  info: { kind: 'prose', label: 'Description', uses: ['public', 'translated', 'searched'] },
  description: {
    kind: 'prose',
    label: 'Short description',
    hint: 'Below the name on the product page, and in search results.',
    uses: ['public', 'translated', 'searched'],
  },
  spec: { kind: 'prose', label: 'Specifications', uses: ['public', 'translated', 'searched'] },
  story: { kind: 'prose', label: 'Story', uses: ['public', 'translated', 'searched'] },
  design: { kind: 'prose', label: 'Design', uses: ['public', 'translated', 'searched'] },
  history: {
    kind: 'prose',
    label: 'History',
    hint: 'Shown when Year and Artists are filled in.',
    uses: ['public', 'translated', 'searched'],
  },
  owner: {
    kind: 'text',
    label: 'Owner',
    hint: 'Shown to everybody as the current owner, unless the provenance names one.',
    uses: ['public', 'facts'],
  },
  framing: {
    kind: 'text',
    label: 'Framing',
    hint: 'For example: ebonised frame, 4 cm deep.',
    uses: ['public', 'facts', 'translated'],
    absent: true,
  },
  hanging: {
    kind: 'text',
    label: 'Hanging',
    hint: 'For example: two hooks, 40 cm apart.',
    uses: ['public', 'facts', 'translated'],
    absent: true,
  },
  /** Which of several the piece is. */
  editionNote: {
    kind: 'text',
    label: 'Edition note',
    hint: 'For example: number 3 of 12, or artist’s proof. Also on certificates, wall labels and catalogues.',
    column: 'edition_note',
    uses: ['public', 'facts', 'translated', 'searched', 'printed'],
    absent: true,
  },
  images: { kind: 'pictures', label: 'Images', auditLabel: 'Pictures', uses: ['public'] },
  // The facts that the tax of a piece depends on (docs/behaviour/tax.md, 4).
  taxStatus: {
    kind: 'choice',
    group: 'tax',
    options: taxStatuses,
    empty: 'own',
    label: 'Whose piece it is',
    auditLabel: 'Tax status',
    column: 'tax_status',
    uses: [],
  },
  /** Who owns a consigned piece. */
  consignor: { kind: 'person', group: 'tax', label: 'Its owner', auditLabel: 'Consignor', uses: [] },
  /** The shop's share of the price of a consigned piece. */
  commissionPercent: {
    kind: 'percent',
    group: 'tax',
    label: 'Commission, %',
    auditLabel: 'Commission hundredths',
    column: 'commission_hundredths',
    uses: [],
  },
  /** Whether somebody other than the artist owned the piece before. */
  resale: {
    kind: 'flag',
    group: 'tax',
    empty: false,
    label: 'Resale: somebody other than the artist owned it',
    fileLabel: 'Resale',
    auditLabel: 'Is resale',
    column: 'is_resale',
    uses: [],
  },
  acquiredOn: {
    kind: 'day',
    group: 'tax',
    label: 'Acquired on',
    hint: 'When its owner acquired it, for the report of resale royalties.',
    column: 'acquired_on',
    uses: [],
  },
  // What customs ask about a piece (docs/behaviour/fulfilment.md, "Papers").
  hsCode: {
    kind: 'hsCode',
    group: 'customs',
    label: 'HS code',
    auditLabel: 'Hs code',
    hint: 'For example 9701.21, paintings over 100 years old, or 9701.91, other paintings.',
    column: 'hs_code',
    uses: [],
  },
  origin: { kind: 'country', group: 'customs', label: 'Made in', auditLabel: 'Origin', uses: [] },
} as const satisfies Fields;

export type PieceFields = typeof pieceFields;
export type PieceField = keyof PieceFields;
export type PieceValues = ValuesOf<PieceFields>;

export const pieceFieldNames = namesOf(pieceFields);
export const publicNames = namesFor(pieceFields, 'public');
// The others are exactly the fields of the type.
export const panelNames = pieceFieldNames.filter((name) => !publicNames.some((other) => other === name)) as Exclude<
  PieceField,
  NamesFor<PieceFields, 'public'>
>[];

/** The facts that the tax of a piece depends on, what customs ask about it, and what a parcel with it depends on. */
export const taxFields = pick(pieceFields, namesIn(pieceFields, 'tax'));
export const customsFields = pick(pieceFields, namesIn(pieceFields, 'customs'));
export const inventoryFields = pick(pieceFields, namesIn(pieceFields, 'inventory'));
export const measureFields = pick(pieceFields, namesIn(pieceFields, 'measures'));
export const parcelFields = { ...measureFields, ...customsFields, sizeClass: pieceFields.sizeClass };
/** What papers print as lines of their own. */
export const printedFields = pick(pieceFields, namesFor(pieceFields, 'printed'));
export type PrintedField = keyof typeof printedFields;
/** The facts about a piece that its page lists. */
export type FactField = NamesFor<PieceFields, 'facts'>;
/** What papers print of a listing, by field, without empty texts. */
export const printedOf = (listing: Printed): Partial<Record<PrintedField, string>> =>
  Object.fromEntries(namesOf(printedFields).flatMap((name) => (listing[name] ? [[name, listing[name]]] : [])));
export type Printed = SomeValuesOf<typeof printedFields>;
export type ListingTax = ValuesOf<typeof taxFields>;
export type ListingCustoms = ValuesOf<typeof customsFields>;
