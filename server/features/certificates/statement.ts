import type { Listing } from '#contract/catalog.ts';
import { type CertificateStatement, certificateStatement } from '#contract/certificates.ts';
import { printedOf } from '#contract/collection/piece.ts';
import { sizeInWords } from '#contract/listing-size.ts';
import { foldDiacritics } from '#server/platform/fold-text.ts';

interface Issue {
  number: string;
  shopName: string;
  place: string;
  signed: string;
  /** Epoch milliseconds. */
  at: number;
}

/** What a certificate says about the listing as it is now. */
export function statementOf(listing: Listing, { number, shopName, place, signed, at }: Issue): CertificateStatement {
  const printed = printedOf(listing);
  const picture = listing.images.find((url) => url.startsWith('/media/'));
  return {
    version: 1,
    number,
    shop: shopName,
    name: listing.name,
    artist: listing.artist || listing.artists,
    year: listing.year,
    size: listing.size || sizeInWords(listing),
    series: listing.series,
    madeOf: listing.medium || shortened(listing.spec),
    ...(Object.keys(printed).length > 0 && { printed }),
    signed,
    picture: picture ?? '',
    place,
    issuedAt: new Date(at).toISOString(),
  };
}

export const parseStatement = (text: string): CertificateStatement => certificateStatement.parse(JSON.parse(text));

/** The bytes that are signed. Because of the first line, the signature cannot be used as that of something else. */
export const bytesOf = (statement: string) => Buffer.from(`certificate of authenticity\n${statement}`);

/** The part of the signature that is printed on the paper: 16 digits. */
export const codeOf = ({ signature }: { signature: string }) => signature.slice(0, 16).toUpperCase();

/** The first letters of the shop's name, at most three, which begin the numbers of its certificates. */
export function initialsOf(shopName: string): string {
  const words = foldDiacritics(shopName).match(/[a-z]+/g) ?? [];
  const letters = words.map((word) => word.charAt(0).toUpperCase()).join('');
  return letters.slice(0, 3) || 'C';
}

/** Characters. */
const longest = 300;

/** The text, or if it is longer than `longest`, its beginning up to the end of a word. */
const shortened = (text: string) =>
  text.length <= longest ? text : `${text.slice(0, text.lastIndexOf(' ', longest)).replace(/[.,;:]$/, '')}…`;
