// What catalogues, price lists and wall labels say, for the PDF and for its preview in the panel, which does not load zod.
import type { Listing } from './catalog.ts';
import { type Printed, printedOf } from './collection/piece.ts';
import { sizeInWords } from './listing-size.ts';
import { makersOf } from './makers.ts';
import { formatPrice } from './money.ts';

export const paperKinds = ['catalogue', 'list', 'labels'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** The language of the fixed words. Names and texts of pieces are as they were written. */
export const paperLanguages = ['en', 'vi'] as const;
export type PaperLanguage = (typeof paperLanguages)[number];

export const paperSizes = ['a4', 'a5', 'letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

export const labelSizes = ['small', 'large'] as const;
export type LabelSize = (typeof labelSizes)[number];

/** `running`: being drawn now; `failed`: drawing it did not work, and nothing of it is left. */
export const paperStates = ['waiting', 'running', 'done', 'failed'] as const;

/** How many pieces a paper may have. */
export const mostPieces = 200;

/** Millimetres, in portrait orientation. */
export const paperMillimetres: Readonly<Record<PaperSize, { width: number; height: number }>> = {
  a4: { width: 210, height: 297 },
  a5: { width: 148, height: 210 },
  letter: { width: 215.9, height: 279.4 },
};

/** Millimetres. Labels of 148 x 105 mm are on sheets in landscape orientation, because four of them fill an A4 sheet. */
export const labelMillimetres: Readonly<Record<LabelSize, { width: number; height: number }>> = {
  small: { width: 90, height: 60 },
  large: { width: 148, height: 105 },
};

/** How labels are arranged on a sheet: its size in millimetres, and how many columns and rows there are. */
export function labelGrid(size: PaperSize, label: LabelSize) {
  const upright = paperMillimetres[size];
  const sheet = label === 'small' ? upright : { width: upright.height, height: upright.width };
  const { width, height } = labelMillimetres[label];
  return { sheet, columns: Math.floor(sheet.width / width), rows: Math.floor(sheet.height / height) };
}

export const paperWords = {
  en: {
    catalogue: 'Catalogue',
    list: 'Prices',
    /** A list without prices. */
    listed: 'Pieces',
    labels: 'Wall labels',
    piece: 'Piece',
    price: 'Price',
    availability: 'Availability',
    available: 'Available',
    series: 'Series',
    size: 'Size',
    madeOf: 'Made of',
    sold: 'Sold',
    reserved: 'Reserved',
    unique: 'Unique',
    qr: 'Price and availability today',
    pieces: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`,
    page: (number: number, count: number) => `Page ${number} of ${count}`,
    pricesIn: (currency: string) => `Prices in ${currency}.`,
    pricesWithGst: 'Prices in Australian dollars, GST included where it applies.',
    qrAlt: (url: string) => `QR code: ${url}`,
    pictureOf: (name: string) => `Picture of ${name}`,
  },
  vi: {
    catalogue: 'Danh mục tác phẩm',
    list: 'Bảng giá',
    listed: 'Danh sách tác phẩm',
    labels: 'Nhãn tác phẩm',
    piece: 'Tác phẩm',
    price: 'Giá',
    availability: 'Tình trạng',
    available: 'Đang bán',
    series: 'Loạt tác phẩm',
    size: 'Kích thước',
    madeOf: 'Chất liệu',
    sold: 'Đã bán',
    reserved: 'Đã được giữ',
    unique: 'Độc bản',
    qr: 'Giá và tình trạng hiện tại',
    pieces: (count: number) => `${count} tác phẩm`,
    page: (number: number, count: number) => `Trang ${number}/${count}`,
    pricesIn: (currency: string) => `Giá tính bằng ${currency}.`,
    pricesWithGst: 'Giá tính bằng đô la Úc, đã bao gồm GST (nếu có).',
    qrAlt: (url: string) => `Mã QR: ${url}`,
    pictureOf: (name: string) => `Ảnh tác phẩm ${name}`,
  },
} as const;

/** The language that a document or an element is marked with. */
export const languageTags: Readonly<Record<PaperLanguage, string>> = { en: 'en-AU', vi: 'vi' };

export interface PaperChoices {
  language: PaperLanguage;
  showsPrices: boolean;
  showsDescriptions: boolean;
  /** Whether a reserved piece has half a dot instead of its price. */
  showsReserved: boolean;
}

/** What a paper says about a piece. Empty texts are left out. */
export interface PiecePrint {
  id: string;
  name: string;
  /** Makers and year. */
  makers: string;
  series: string;
  size: string;
  madeOf: string;
  /** Further facts, each on a line of its own. */
  lines: string[];
  /** Empty if the piece has a mark, or if the paper shows no prices. */
  price: string;
  mark: 'sold' | 'reserved' | null;
  unique: boolean;
  paragraphs: string[];
}

type PrintedListing = Pick<
  Listing,
  | 'id'
  | 'name'
  | 'artist'
  | 'artists'
  | 'year'
  | 'series'
  | 'size'
  | 'widthCm'
  | 'heightCm'
  | 'depthCm'
  | 'medium'
  | 'spec'
  | 'price'
  | 'status'
  | 'reserved'
  | 'unique'
  | 'info'
  | 'description'
  | 'story'
> &
  Printed;

/** A sold piece has a dot and no price, in every paper. */
export function printOf(listing: PrintedListing, choices: PaperChoices, currency: string): PiecePrint {
  const mark = markOf(listing, choices);
  return {
    id: listing.id,
    name: listing.name,
    makers: [makersOf(listing), listing.year].filter(Boolean).join(', '),
    series: listing.series,
    size: listing.size || sizeInWords(listing),
    madeOf: listing.medium || firstSentence(listing.spec),
    lines: Object.values(printedOf(listing)),
    price: choices.showsPrices && mark === null ? formatPrice(listing.price, currency) : '',
    mark,
    unique: listing.unique,
    paragraphs: choices.showsDescriptions ? paragraphsOf(listing) : [],
  };
}

/** The date of a paper in words: "20 November 2026", "ngày 20 tháng 11 năm 2026". */
export function dayInWords(at: number, language: PaperLanguage, timeZone: string): string {
  if (language === 'en')
    return new Intl.DateTimeFormat('en-AU', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at);
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, day: 'numeric', month: 'numeric', year: 'numeric' });
  const { day, month, year } = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return `ngày ${day} tháng ${month} năm ${year}`;
}

/** The title of a paper for which none was written. */
export function titleOf(
  { kind, language, showsPrices }: { kind: PaperKind; language: PaperLanguage; showsPrices: boolean },
  day: string,
): string {
  const words = paperWords[language];
  if (kind !== 'list') return words[kind];
  return `${showsPrices ? words.list : words.listed}, ${day}`;
}

/** The note below a list with prices. */
export function noteOnPrices(language: PaperLanguage, currency: string, hasGst: boolean): string {
  const words = paperWords[language];
  return hasGst && currency === 'AUD' ? words.pricesWithGst : words.pricesIn(currency);
}

export const paperFilename = (kind: PaperKind, day: string) =>
  `${{ catalogue: 'catalogue', list: 'price-list', labels: 'wall-labels' }[kind]}-${day}.pdf`;

function markOf({ status, reserved }: PrintedListing, { showsReserved }: PaperChoices): PiecePrint['mark'] {
  if (status === 'sold') return 'sold';
  return reserved && showsReserved ? 'reserved' : null;
}

/** The paragraphs about what the piece is, and its story. Lists and labels show only the first paragraph. */
const paragraphsOf = ({ info, description, story }: PrintedListing) =>
  [info, description, story].flatMap((text) => text.split(/\n+/)).filter((text) => text.trim() !== '');

/** A specification may be long; its first sentence says what the piece is made of. */
const firstSentence = (spec: string) => /^.*?(?:[.;](?=\s)|$)/.exec(spec.trim())?.[0]?.replace(/[.;]$/, '') ?? '';
