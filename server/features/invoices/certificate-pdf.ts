import { inGroups } from '#contract/certificate-names.ts';
import type { CertificateStatement } from '#contract/certificates.ts';
import { printedFields } from '#contract/collection/piece.ts';
import { namesOf, titleOf } from '#contract/fields/kinds.ts';
import { setQrCode } from '#server/platform/pdf/qr-code.ts';
import {
  createSheet,
  dayFormat,
  fitted,
  hairline,
  type Issuer,
  ink,
  localeOf,
  page,
  type Sheet,
  setEnglish,
  setParagraph,
  styles,
} from '#server/platform/pdf/sheet.ts';
import { openDocument, type Style } from '#server/platform/pdf/typesetter.ts';
import { sayIn, translateContractText } from '#server/platform/translations.ts';

/** What is printed on a certificate. */
export interface CertificatePaper {
  statement: CertificateStatement;
  /** The name of the piece in the language of the paper; null to print only the name in the statement. */
  translatedName: string | null;
  givenTo: string;
  /** The code at the end of `verifyUrl`. */
  code: string;
  /** The address of the page for checking. */
  verifyUrl: string;
  /** Width and height are pixels. Null if the shop does not store a photograph of the piece. */
  photo: { jpeg: Buffer; width: number; height: number } | null;
}

const gold = '#c6a04d';
const nameStyle: Style = { ...styles.name, size: 22, leading: 27 };
const titleStyle: Style = { ...styles.heading, size: 25, leading: 32 };

// Points from the upper edge of the page.
const top = { rim: 3.4, shop: 84, title: 158, content: 200, signatures: 742, foot: 806 };
const photoBox = { width: 262, height: 380 };
const columnGap = 28;
const qrSize = 76;

/** A certificate of authenticity: one page of A4. */
export function renderCertificate(issuer: Issuer, paper: CertificatePaper): Promise<Buffer> {
  const { statement } = paper;
  const { number } = statement;
  const say = sayIn(issuer.language);
  const { setter, finish } = openDocument({
    info: {
      Title: say('Certificate of authenticity {number}', { number }),
      Author: statement.shop,
      CreationDate: new Date(statement.issuedAt),
    },
    lang: localeOf(issuer.language),
  });
  const sheet = createSheet(setter, issuer, { title: say('Certificate'), number });
  setHead(sheet, issuer, statement);
  const below = Math.max(setPhoto(sheet, paper), setStatement(sheet, issuer, paper));
  setPromise(sheet, statement, below + 32);
  setFoot(sheet, paper);
  return finish();
}

function setHead({ setter, say }: Sheet, { shopName }: Issuer, { number }: CertificateStatement): void {
  setter.decoration('Layout', () => {
    setter.document.rect(0, 0, setter.document.page.width, top.rim).fill(gold);
  });
  const shop = fitted(setter, shopName, 300, styles.shop);
  setter.tagged('P', () => setter.line(shop, page.left, top.shop, styles.shop));
  setter.tagged('P', () =>
    setter.line(say('Certificate {number}', { number }), page.right, top.shop, styles.text, 'right'),
  );
  setter.tagged('H1', () => setter.line(say('Certificate of authenticity'), page.left, top.title, titleStyle));
}

/** Draws the photograph. Returns the `y` where it ends. */
function setPhoto({ setter, say }: Sheet, { statement, photo }: CertificatePaper): number {
  if (!photo) return top.content;
  const { width, height } = sizeOfPhoto(photo);
  const alt = say('Photograph of {name}', { name: statement.name });
  setter.image(photo.jpeg, page.left, top.content, { width, height, alt });
  return top.content + height;
}

function sizeOfPhoto({ width, height }: { width: number; height: number }) {
  const scale = Math.min(photoBox.width / width, photoBox.height / height);
  return { width: width * scale, height: height * scale };
}

/** Sets the name, the artist and the facts beside the photograph. Returns the `y` where they end. */
function setStatement(
  sheet: Sheet,
  issuer: Issuer,
  { statement, translatedName, givenTo, photo }: CertificatePaper,
): number {
  const { setter, say, english } = sheet;
  const left = photo ? page.left + sizeOfPhoto(photo).width + columnGap : page.left;
  const width = page.right - left;
  const name = translatedName ?? statement.name;
  let y = top.content + nameStyle.size;
  const names = setter.linesOf(name, width, nameStyle, 3);
  y = setParagraph(setter, names, left, y, nameStyle, translatedName === null ? english : {});
  if (translatedName !== null) {
    const original = setter.linesOf(statement.name, width, styles.muted, 2);
    y = setParagraph(setter, original, left, y, styles.muted, english) + 4;
  }
  y = setParagraph(setter, setter.linesOf(statement.artist, width, styles.text, 2), left, y, styles.text) + 18;
  const facts: Fact[] = [
    { label: say('Year'), value: statement.year === null ? '' : String(statement.year) },
    { label: say('Size'), value: statement.size, isEnglish: true },
    { label: say('Series'), value: statement.series, isEnglish: true },
    { label: say('Made of'), value: statement.madeOf, isEnglish: true },
    ...namesOf(printedFields).map((name) => ({
      label: translateContractText(titleOf(printedFields[name]), issuer.language),
      value: statement.printed?.[name] ?? '',
      isEnglish: true,
    })),
    { label: say('Signed'), value: statement.signed, isEnglish: true },
    { label: say('Given to'), value: givenTo },
    { label: say('Issued'), value: dayFormat(issuer)(statement.issuedAt) },
  ];
  return setCertificateFacts(sheet, facts, { left, y });
}

interface Fact {
  label: string;
  /** Empty for none. */
  value: string;
  /** Whether the value is in English, whatever the language of the paper. */
  isEnglish?: boolean;
}

/** Sets the facts that are not empty, with a line below each. Returns the `y` where they end. */
function setCertificateFacts(sheet: Sheet, facts: readonly Fact[], place: { left: number; y: number }): number {
  const { setter } = sheet;
  const { left } = place;
  const labelWidth = Math.max(54, ...facts.map(({ label }) => setter.widthOf(label, styles.muted) + 8));
  let { y } = place;
  for (const { label, value, isEnglish = false } of facts) {
    if (value === '') continue;
    const lines = setter.linesOf(value, page.right - left - labelWidth, styles.text, 6);
    const setValue = () => {
      for (const [position, line] of lines.entries())
        setter.line(`${line} `, left + labelWidth, y + position * styles.text.leading, styles.text);
    };
    setter.tagged('P', () => {
      setter.line(`${label} `, left, y, styles.muted);
      if (isEnglish) setEnglish(sheet, setValue);
      else setValue();
    });
    y += (lines.length - 1) * styles.text.leading + 8;
    setter.decoration('Layout', () => {
      setter.document.moveTo(left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(hairline).stroke();
    });
    y += 16;
  }
  return y - 16;
}

function setPromise({ setter, say }: Sheet, { artist, year }: CertificateStatement, y: number): void {
  const words =
    artist !== '' && year !== null
      ? say('This piece was made by hand by the artist named here, in the year given. There is one.')
      : say('This piece was made by hand. There is one.');
  setter.decoration('Layout', () => {
    setter.document.rect(page.left, y - 8, 8, 8).fill(gold);
  });
  setter.tagged('P', () => setter.line(words, page.left + 14, y, styles.text));
}

/** Draws the lines for the signatures, the QR code that leads to the page for checking, and its words with the code. */
function setFoot({ setter, say }: Sheet, { statement, code, verifyUrl }: CertificatePaper): void {
  const width = 160;
  const signers = [
    ...(statement.artist === '' ? [] : [[statement.artist, say('Artist')] as const]),
    [say('For {shop}', { shop: statement.shop }), ''],
  ];
  for (const [position, [name = '', role = '']] of signers.entries()) {
    const left = page.left + position * (width + 24);
    setter.decoration('Layout', () => {
      setter.document
        .moveTo(left, top.signatures - 16)
        .lineTo(left + width, top.signatures - 16)
        .lineWidth(0.75)
        .strokeColor(ink)
        .stroke();
    });
    setter.tagged('P', () => {
      setter.line(`${fitted(setter, name, width, styles.text)} `, left, top.signatures, styles.text);
      if (role !== '') setter.line(role, left, top.signatures + 14, styles.small);
    });
  }
  setQrCode(setter, verifyUrl, {
    left: page.right - qrSize,
    top: top.signatures + 20 - qrSize,
    size: qrSize,
    alt: say('QR code: {url}', { url: verifyUrl }),
  });
  const { host } = new URL(verifyUrl);
  const words = say('The code leads to {address}, which says whether this paper is genuine.', {
    address: `${host}/verify`,
  });
  setter.tagged('P', () => setter.line(fitted(setter, words, 380, styles.small), page.left, top.foot, styles.small));
  setter.tagged('P', () => setter.line(inGroups(code), page.right, top.foot, styles.small, 'right'));
}
