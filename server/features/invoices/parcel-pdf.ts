import { countryName } from '#contract/country-names.ts';
import { formatCents, sumCents } from '#contract/money.ts';
import {
  createSheet,
  dayFormat,
  hairline,
  type Issuer,
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
import { type ListingLine, setHeading, setLines, setListing } from './paper-lines.ts';
import type { Declaration, Parcel, ParcelListing } from './parcel-papers.ts';

/** What travels in a parcel, without prices: it is put into the parcel. */
export function renderPackingSlip(issuer: Issuer, parcel: Parcel): Promise<Buffer> {
  const { sheet, finish } = openPaper(issuer, 'Packing slip', parcel);
  const { pieces, isPart, isPickup, contact } = parcel;
  setFacts(sheet, [
    ['Order', parcel.orderId],
    ['Date', dayFormat(issuer.timeZone)(parcel.at)],
    ['Pieces', String(pieces.length)],
    ['Weight', weightInWords(pieces)],
  ]);
  setColumns(sheet, [
    [isPickup ? 'Collected by' : 'To', parcel.receiver],
    ['From', parcel.sender],
  ]);
  sheet.setter.tagged('Table', () => {
    setHeading(sheet, pieces.length === 1 ? 'Piece' : 'Pieces', 'Weight');
    for (const [position, listing] of pieces.entries())
      setListing(sheet, { ...listed(listing), note: sizeInWords(listing) }, weightInWords([listing]), position === 0);
  });
  sheet.y += 36;
  if (isPart) say(sheet, 'The other pieces of this order travel separately.');
  if (contact !== '') say(sheet, `Questions about the delivery: ${contact}`);
  return finish();
}

const certificate =
  'I certify that what is said in this declaration is true and correct, and that this parcel contains nothing dangerous and ' +
  'nothing that laws or postal rules forbid.';

/** What customs and carriers ask of a parcel that leaves the country: a commercial invoice with the data of a CN23. */
export function renderDeclaration(issuer: Issuer, declaration: Declaration): Promise<Buffer> {
  const { sheet, finish } = openPaper(issuer, 'Commercial invoice', declaration);
  const { pieces, freightCents, at } = declaration;
  const { currency, timeZone } = issuer;
  setFacts(sheet, [
    ['Order', declaration.orderId],
    ['Date', dayFormat(timeZone)(at)],
    ['Reason for export', 'Sale of goods'],
    ['Incoterm', 'DAP'],
  ]);
  setColumns(sheet, [
    ['Sender', declaration.sender],
    ['Recipient', declaration.receiver],
  ]);
  const values = sumCents(pieces.map(({ cents }) => cents));
  setLines(
    sheet,
    {
      pieces: pieces.map((listing): ListingLine => ({ ...listed(listing), note: customsNote(listing) })),
      delivery: freightCents === null ? null : { label: 'Freight', cents: freightCents, note: '' },
      total: {
        label: `Total value (${currency})`,
        cents: freightCents === null ? values : sumCents([values, freightCents]),
      },
      belowTotal: [],
    },
    currency,
  );
  setFacts(sheet, [
    ['Number of pieces', String(pieces.length)],
    ['Net weight', weightInWords(pieces)],
    ['Value of the goods', `${formatCents(values, currency)} ${currency}`],
  ]);
  say(sheet, 'Delivered at place (DAP): the receiver pays duties and taxes of the country of arrival.');
  say(sheet, certificate);
  setSignature(sheet);
  return finish();
}

function openPaper(issuer: Issuer, title: string, { orderId, at }: Pick<Parcel, 'orderId' | 'at'>) {
  const name = { title, number: orderId };
  const { setter, finish } = openDocument({
    info: { Title: `${title} ${orderId}`, Author: issuer.shopName, CreationDate: new Date(at) },
  });
  const sheet = createSheet(setter, issuer, name);
  setLetterhead(sheet, issuer, name);
  return {
    sheet,
    finish() {
      setFooters(setter, issuer, name);
      return finish();
    },
  };
}

const listed = ({ name, artist, year, spec, cents }: ParcelListing): ListingLine => ({
  ...{ name: `1 × ${name}`, artist, year, spec, cents, note: '' },
});

const customsNote = ({ hsCode, origin, weightKg }: Declaration['pieces'][number]) =>
  `HS code ${hsCode}. Origin: ${countryName(origin)} (${origin}). Net weight ${kilograms(weightKg)}.`;

function sizeInWords({ facts }: ParcelListing): string {
  const sides = [facts?.widthCm, facts?.heightCm, facts?.depthCm].filter((side) => typeof side === 'number');
  return sides.length < 2 ? '' : `${sides.join(' x ')} cm`;
}

/** A dash unless every weight is known. */
function weightInWords(listings: readonly Pick<ParcelListing, 'facts'>[]): string {
  const grams = listings.map(({ facts }) => (facts?.weightKg ? Math.round(facts.weightKg * 1000) : null));
  const known = grams.filter((weight) => weight !== null);
  return known.length < grams.length ? '–' : kilograms(known.reduce((sum, weight) => sum + weight, 0) / 1000);
}

const kilograms = (weight: number) => `${weight.toLocaleString('en-AU', { maximumFractionDigits: 3 })} kg`;

function say(sheet: Sheet, words: string): void {
  const lines = sheet.setter.linesOf(words, page.right - page.left, styles.muted);
  sheet.need(lines.length * styles.muted.leading + 4);
  sheet.y = setParagraph(sheet.setter, lines, page.left, sheet.y, styles.muted) + 4;
}

function setSignature(sheet: Sheet): void {
  const { setter } = sheet;
  sheet.need(80);
  sheet.y += 48;
  rule(setter, sheet.y, hairline, 0.75);
  setter.tagged('P', () => setter.line('Date and signature of the sender', page.left, sheet.y + 14, styles.label));
  sheet.y += 24;
}
