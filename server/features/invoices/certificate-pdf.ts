import { inGroups } from '#contract/certificate-names.ts';
import type { CertificateStatement } from '#contract/certificates.ts';
import { setQrCode } from '#server/platform/pdf/qr-code.ts';
import {
  createSheet,
  dayFormat,
  fitted,
  hairline,
  type Issuer,
  ink,
  page,
  type Sheet,
  setParagraph,
  styles,
} from '#server/platform/pdf/sheet.ts';
import { openDocument, type Style } from '#server/platform/pdf/typesetter.ts';

/** What is printed on a certificate. */
export interface CertificatePaper {
  statement: CertificateStatement;
  givenTo: string;
  /** The code that the address below ends with. */
  code: string;
  /** The address of the page for checking. */
  verifyUrl: string;
  /** Pixels. Null if the shop has no photograph of its own. */
  photo: { jpeg: Buffer; width: number; height: number; alt: string } | null;
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
  const { setter, finish } = openDocument({
    info: {
      Title: `Certificate of authenticity ${statement.number}`,
      Author: statement.shop,
      CreationDate: new Date(statement.issuedAt),
    },
  });
  const sheet = createSheet(setter, issuer, { title: 'Certificate', number: statement.number });
  setHead(sheet, issuer, statement);
  const below = Math.max(setPhoto(sheet, paper), setStatement(sheet, issuer, paper));
  setPromise(sheet, statement, below + 32);
  setFoot(sheet, paper);
  return finish();
}

function setHead({ setter }: Sheet, { shopName }: Issuer, { number }: CertificateStatement): void {
  setter.decoration('Layout', () => {
    setter.document.rect(0, 0, setter.document.page.width, top.rim).fill(gold);
  });
  const shop = fitted(setter, shopName, 300, styles.shop);
  setter.tagged('P', () => setter.line(shop, page.left, top.shop, styles.shop));
  setter.tagged('P', () => setter.line(`Certificate ${number}`, page.right, top.shop, styles.text, 'right'));
  setter.tagged('H1', () => setter.line('Certificate of authenticity', page.left, top.title, titleStyle));
}

/** Returns where it ends. */
function setPhoto({ setter }: Sheet, { photo }: CertificatePaper): number {
  if (!photo) return top.content;
  const { width, height } = sizeOfPhoto(photo);
  setter.image(photo.jpeg, page.left, top.content, { width, height, alt: photo.alt });
  return top.content + height;
}

function sizeOfPhoto({ width, height }: { width: number; height: number }) {
  const scale = Math.min(photoBox.width / width, photoBox.height / height);
  return { width: width * scale, height: height * scale };
}

/** Beside the photograph: the name, the artist and the facts. Returns where they end. */
function setStatement(
  { setter }: Sheet,
  { timeZone }: Issuer,
  { statement, givenTo, photo }: CertificatePaper,
): number {
  const left = photo ? page.left + sizeOfPhoto(photo).width + columnGap : page.left;
  const width = page.right - left;
  let y = top.content + nameStyle.size;
  y = setParagraph(setter, setter.linesOf(statement.name, width, nameStyle, 3), left, y, nameStyle);
  y = setParagraph(setter, setter.linesOf(statement.artist, width, styles.text, 2), left, y, styles.text) + 18;
  const facts = [
    ['Year', statement.year === null ? '' : String(statement.year)],
    ['Size', statement.size],
    ['Series', statement.series],
    ['Made of', statement.madeOf],
    ['Signed', statement.signed],
    ['Given to', givenTo],
    ['Issued', dayFormat(timeZone)(statement.issuedAt)],
  ] as const;
  const labelWidth = 54;
  for (const [label, value] of facts) {
    if (value === '') continue;
    const lines = setter.linesOf(value, width - labelWidth, styles.text, 6);
    setter.tagged('P', () => {
      setter.line(`${label} `, left, y, styles.muted);
      for (const [position, line] of lines.entries())
        setter.line(`${line} `, left + labelWidth, y + position * styles.text.leading, styles.text);
    });
    y += (lines.length - 1) * styles.text.leading + 8;
    setter.decoration('Layout', () => {
      setter.document.moveTo(left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(hairline).stroke();
    });
    y += 16;
  }
  return y - 16;
}

function setPromise({ setter }: Sheet, { artist, year }: CertificateStatement, y: number): void {
  const words =
    artist !== '' && year !== null
      ? 'This piece was made by hand by the artist named here, in the year given. There is one.'
      : 'This piece was made by hand. There is one.';
  setter.decoration('Layout', () => {
    setter.document.rect(page.left, y - 8, 8, 8).fill(gold);
  });
  setter.tagged('P', () => setter.line(words, page.left + 14, y, styles.text));
}

/** Room for two signatures, the code that leads to the page for checking, and its words. */
function setFoot({ setter }: Sheet, { statement, code, verifyUrl }: CertificatePaper): void {
  const width = 160;
  const signers = [
    ...(statement.artist === '' ? [] : [[statement.artist, 'Artist'] as const]),
    [`For ${statement.shop}`, ''],
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
    alt: `QR code: ${verifyUrl}`,
  });
  const { host } = new URL(verifyUrl);
  const words = `The code leads to ${host}/verify, which says whether this paper is genuine.`;
  setter.tagged('P', () => setter.line(fitted(setter, words, 380, styles.small), page.left, top.foot, styles.small));
  setter.tagged('P', () => setter.line(inGroups(code), page.right, top.foot, styles.small, 'right'));
}
