import { countryName } from '#contract/country-names.ts';
import type { Language } from '#contract/languages.ts';
import { sizeInWords } from '#contract/listing-size.ts';
import { formatCents, sumCents } from '#contract/money.ts';
import {
  createSheet,
  dayFormat,
  hairline,
  type Issuer,
  localeOf,
  page,
  rule,
  type Sheet,
  setColumns,
  setFacts,
  setFooters,
  setLetterhead,
  setParagraph,
  styles,
} from '#server/platform/pdf/sheet.ts';
import { openDocument } from '#server/platform/pdf/typesetter.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import { type ListingLine, setHeading, setLines, setListing } from './paper-lines.ts';
import type { Declaration, Parcel, ParcelListing } from './parcel-papers.ts';

/** A packing slip: what travels in a parcel, without prices, because the slip is put into the parcel. */
export function renderPackingSlip(issuer: Issuer, parcel: Parcel): Promise<Buffer> {
  const { language } = issuer;
  const say = sayIn(language);
  const { sheet, finish } = openPaper(issuer, say, { ...parcel, title: say('Packing slip') });
  const { pieces, isPart, isPickup, contact } = parcel;
  setFacts(sheet, [
    [say('Order'), parcel.orderId],
    [say('Date'), dayFormat(issuer)(parcel.at)],
    [say('Pieces'), String(pieces.length)],
    [say('Weight'), weightInWords(pieces, language)],
  ]);
  setColumns(sheet, [
    [isPickup ? say('Collected by') : say('To'), parcel.receiver],
    [say('From'), parcel.sender],
  ]);
  sheet.setter.tagged('Table', () => {
    setHeading(sheet, pieces.length === 1 ? say('Piece') : say('Pieces'), say('Weight'));
    for (const [position, listing] of pieces.entries()) {
      const weight = weightInWords([listing], language);
      setListing(
        sheet,
        { ...lineOf(listing), note: listing.facts ? sizeInWords(listing.facts) : '' },
        weight,
        position === 0,
      );
    }
  });
  sheet.y += 36;
  if (isPart) setWords(sheet, say('The other pieces of this order travel separately.'));
  if (contact !== '') setWords(sheet, say('Questions about the delivery: {contact}', { contact }));
  return finish();
}

/**
 * The customs declaration of a parcel that leaves the country: a commercial invoice with the data of a CN23. Carriers and customs read
 * English, and the person who signs reads the language of the paper. So the fixed words are in both, and what is filled in is in English.
 */
export function renderDeclaration(issuer: Issuer, declaration: Declaration): Promise<Buffer> {
  const say = sayInBoth(issuer);
  const { sheet, finish } = openPaper(issuer, say, { ...declaration, title: say('Commercial invoice') });
  const { pieces, freightCents, at } = declaration;
  const { currency } = issuer;
  setFacts(sheet, [
    [say('Order'), declaration.orderId],
    [say('Date'), dayFormat({ ...issuer, language: 'en' })(at)],
    [say('Reason for export'), 'Sale of goods'],
    ['Incoterm', 'DAP'],
  ]);
  setColumns(sheet, [
    [say('Sender'), declaration.sender],
    [say('Recipient'), declaration.receiver],
  ]);
  const values = sumCents(pieces.map(({ cents }) => cents));
  setLines(
    sheet,
    {
      pieces: pieces.map((listing): ListingLine => ({ ...lineOf(listing), note: customsNote(say, listing) })),
      delivery: freightCents === null ? null : { label: say('Freight'), cents: freightCents, note: '' },
      total: {
        label: say('Total value ({currency})', { currency }),
        cents: freightCents === null ? values : sumCents([values, freightCents]),
      },
      belowTotal: [],
    },
    currency,
  );
  setFacts(sheet, [
    [say('Number of pieces'), String(pieces.length)],
    [say('Net weight'), weightInWords(pieces, 'en')],
    [say('Value of the goods'), `${formatCents(values, currency)} ${currency}`],
  ]);
  setWords(sheet, say('Delivered at place (DAP): the receiver pays duties and taxes of the country of arrival.'));
  setWords(
    sheet,
    say(
      'I certify that what is said in this declaration is true and correct, and that this parcel contains nothing dangerous and nothing that laws or postal rules forbid.',
    ),
  );
  setSignature(sheet, say('Date and signature of the sender'));
  return finish();
}

/** Says words in the language of the paper, with the English ones in brackets. */
function sayInBoth({ language }: Issuer): Say {
  if (language === 'en') return sayIn('en');
  const [inEnglish, translated] = [sayIn('en'), sayIn(language)];
  return (english, values) => `${translated(english, values)} (${inEnglish(english, values)})`;
}

function openPaper(
  issuer: Issuer,
  say: Say,
  { title, orderId, at }: Pick<Parcel, 'orderId' | 'at'> & { title: string },
) {
  const name = { title, number: orderId };
  const { setter, finish } = openDocument({
    info: { Title: `${title} ${orderId}`, Author: issuer.shopName, CreationDate: new Date(at) },
    lang: localeOf(issuer.language),
  });
  const sheet = createSheet(setter, issuer, name, say);
  setLetterhead(sheet, issuer, name);
  return {
    sheet,
    finish() {
      setFooters(sheet, issuer, name);
      return finish();
    },
  };
}

const lineOf = ({ name, artist, year, spec, cents }: ParcelListing): ListingLine => ({
  name: `1 × ${name}`,
  artist,
  year,
  spec,
  cents,
  note: '',
});

function customsNote(say: Say, { hsCode, origin, weightKg }: Declaration['pieces'][number]): string {
  const country = `${countryName(origin)} (${origin})`;
  return `${say('HS code')} ${hsCode}. ${say('Origin')}: ${country}. ${say('Net weight')} ${kilograms(weightKg, 'en')}.`;
}

/** The weight of all these pieces together; a dash unless every weight is known. */
function weightInWords(listings: readonly Pick<ParcelListing, 'facts'>[], language: Language): string {
  const grams = listings.map(({ facts }) => (facts?.weightKg ? Math.round(facts.weightKg * 1000) : null));
  const known = grams.filter((weight) => weight !== null);
  return known.length < grams.length ? '–' : kilograms(known.reduce((sum, weight) => sum + weight, 0) / 1000, language);
}

const kilograms = (weight: number, language: Language) =>
  `${weight.toLocaleString(localeOf(language), { maximumFractionDigits: 3 })} kg`;

function setWords(sheet: Sheet, words: string): void {
  const lines = sheet.setter.linesOf(words, page.right - page.left, styles.muted);
  sheet.need(lines.length * styles.muted.leading + 4);
  sheet.y = setParagraph(sheet.setter, lines, page.left, sheet.y, styles.muted) + 4;
}

function setSignature(sheet: Sheet, words: string): void {
  const { setter } = sheet;
  sheet.need(80);
  sheet.y += 48;
  rule(setter, sheet.y, hairline, 0.75);
  setter.tagged('P', () => setter.line(words, page.left, sheet.y + 14, styles.label));
  sheet.y += 24;
}
