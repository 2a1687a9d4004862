import type { Image, Listing } from '#contract/catalog.ts';
import type { Certificate, CertificateStatement, CheckedCertificate, OwnCertificate } from '#contract/certificates.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findListing, findListingAsAdmin, lockListings } from '#server/features/catalog/catalog.ts';
import { imageSets } from '#server/features/media/media.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { openSigningKey } from './certificate-key.ts';
import {
  type CertificateRow,
  insertCertificate,
  lockCertificates,
  selectCertificate,
  selectCertificates,
  selectKeys,
  selectLastPosition,
  selectValidOf,
  updateCertificate,
} from './certificates.queries.ts';
import { isSigned } from './signing-key.ts';
import { bytesOf, codeOf, initialsOf, parseStatement, statementOf } from './statement.ts';

export { certificateKeyLocation, rotateCertificateKey, writeCertificateKey } from './certificate-key.ts';
export { deleteCertificatesOf, hasRows as hasCertificates, skipCertificateNumbers } from './certificates.queries.ts';

/** The texts that an admin writes for a certificate; either may be empty. */
interface Words {
  /** The owner's name. It is printed, and neither signed nor shown on the page for checking. */
  givenTo: string;
  /** Where the artist has signed the piece. */
  signed: string;
}

/**
 * Issues the certificate of a listing. Refused: an unknown listing (404), an edition, a listing that has a certificate, and a shop
 * whose key is missing (409) (docs/behaviour/certificates.md, 1 to 3).
 */
export async function issueCertificate(
  shop: Shop,
  adminId: string,
  { listingId, ...words }: Words & { listingId: string },
): Promise<{ certificate: Certificate } | Refusal> {
  return shop.database.write(async (tx) => {
    await lockCertificates(tx);
    const listing = await lockListing(tx, shop, listingId);
    if (isRefusal(listing)) return listing;
    const [valid] = await selectValidOf(tx, [listingId]);
    if (valid) return refuse('certificateThere', { number: valid.number });
    const row = await addCertificate(tx, shop, listing, words);
    if (isRefusal(row)) return row;
    return finish(tx, shop, row, { adminId, action: 'certificate issued', subject: row.number, after: { listingId } });
  });
}

/**
 * Revokes a certificate and issues another one of the same listing. Refused: an unknown number or a listing that was deleted (404),
 * one that was revoked (409), and as in issueCertificate (docs/behaviour/certificates.md, 5).
 */
export async function replaceCertificate(
  shop: Shop,
  adminId: string,
  number: string,
  { reason, ...words }: Words & { reason: string },
): Promise<{ certificate: Certificate } | Refusal> {
  return shop.database.write(async (tx) => {
    const revoked = await revoke(tx, shop, number, reason);
    if (isRefusal(revoked)) return revoked;
    const listing = await lockListing(tx, shop, revoked.listing_id);
    if (isRefusal(listing)) return listing;
    const row = await addCertificate(tx, shop, listing, words);
    // Nothing of a transaction that answers with a refusal is written.
    if (isRefusal(row)) return row;
    await updateCertificate(tx, number, { replaced_by: row.number });
    return finish(tx, shop, row, {
      adminId,
      action: 'certificate replaced',
      subject: number,
      after: { replacedBy: row.number, reason },
    });
  });
}

/** Revokes a certificate for good. Refused: an unknown number (404), one that was revoked (409). */
export async function revokeCertificate(
  shop: Shop,
  adminId: string,
  number: string,
  reason: string,
): Promise<{ certificate: Certificate } | Refusal> {
  return shop.database.write(async (tx) => {
    const row = await revoke(tx, shop, number, reason);
    if (isRefusal(row)) return row;
    return finish(tx, shop, row, { adminId, action: 'certificate revoked', subject: number, after: { reason } });
  });
}

/** Certificates of all listings or of one, newest first. */
export async function listCertificates(
  shop: Shop,
  { listingId, ...request }: ListRequest & { listingId?: string | undefined },
): Promise<{ certificates: Certificate[]; total: number }> {
  const { rows, total } = await selectCertificates(shop.database.read, { listingId, ...rowsOf(request) });
  return { certificates: rows.map(presentCertificate), total };
}

/**
 * What the page for checking says: `altered` if the code or the signature is wrong. Refused (404): an unknown number
 * (docs/behaviour/certificates.md, 6 to 8).
 */
export async function checkCertificate(
  shop: Shop,
  number: string,
  code: string,
): Promise<{ certificate: CheckedCertificate } | Refusal> {
  const { read } = shop.database;
  const row = await selectCertificate(read, number.trim().toUpperCase());
  if (!row) return refuse('certificateNotFound');
  const keys = await selectKeys(read);
  const key = keys.find(({ id }) => id === row.key_id);
  const isWhole = key !== undefined && isSigned(bytesOf(row.statement), row.signature, key.public_key);
  if (!isWhole || code.replace(/[^0-9a-f]/gi, '').toUpperCase() !== codeOf(row)) return { certificate: altered(row) };
  const statement = parseStatement(row.statement);
  const listing = await findListing(shop, row.listing_id);
  return {
    certificate: {
      state: row.revoked_at === null ? 'genuine' : 'revoked',
      number: row.number,
      statement,
      image: await findPhotograph(read, statement),
      sold: isRefusal(listing) || listing.status === 'discontinued' ? null : listing.sold,
      revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
      replacedBy: row.replaced_by,
      signature: row.signature,
    },
  };
}

/** The photograph that a certificate names; null if the shop has none of its own, or has deleted it. */
export async function findPhotograph(reader: Reader, { name, picture }: CertificateStatement): Promise<Image | null> {
  if (picture === '') return null;
  const [images] = await imageSets(reader, [[{ url: picture, alt: `Photograph of ${name}` }]]);
  const image = images?.[0];
  return image && image.width > 0 ? image : null;
}

/** The certificates of these listings that were not revoked, for the buyer of the listings. */
export async function findOwnCertificates(reader: Reader, listingIds: readonly string[]): Promise<OwnCertificate[]> {
  if (listingIds.length === 0) return [];
  const rows = await selectValidOf(reader, listingIds);
  return rows.map((row) => ({ number: row.number, code: codeOf(row), listingId: row.listing_id }));
}

const altered = ({ number }: CertificateRow): CheckedCertificate => ({
  state: 'altered',
  number,
  statement: null,
  image: null,
  sold: null,
  revokedAt: null,
  replacedBy: null,
  signature: '',
});

/** Records the change in the audit, renews the cached pages, and returns the certificate of `row`. */
async function finish(
  tx: Writer,
  shop: Shop,
  row: CertificateRow,
  change: { adminId: string; action: string; subject: string; after: Record<string, string> },
): Promise<{ certificate: Certificate }> {
  await recordChange(tx, shop, { ...change, before: null });
  tx.raiseRevision();
  return { certificate: presentCertificate(row) };
}

async function revoke(tx: Writer, shop: Shop, number: string, reason: string): Promise<CertificateRow | Refusal> {
  await lockCertificates(tx);
  const row = await selectCertificate(tx, number);
  if (!row) return refuse('certificateNotFound');
  if (row.revoked_at !== null) return refuse('certificateRevoked');
  // Buyers cannot download a revoked certificate, so the owner's name is not needed any more.
  const changes = { revoked_at: shop.clock(), reason, given_to: '' };
  await updateCertificate(tx, number, changes);
  return { ...row, ...changes };
}

/** The listing as the certificate describes it; it cannot change until the end of the transaction. Refused (404): an unknown id. */
async function lockListing(tx: Writer, shop: Shop, id: string): Promise<Listing | Refusal> {
  await lockListings(tx, [id]);
  return findListingAsAdmin(shop, id, tx);
}

/** Signs and inserts a certificate. The caller has locked the certificates and the listing, which has no valid certificate. */
async function addCertificate(
  tx: Writer,
  shop: Shop,
  listing: Listing,
  { givenTo, signed }: Words,
): Promise<CertificateRow | Refusal> {
  if (!listing.unique) return refuse('certificateOfEdition');
  const key = await openSigningKey(tx, shop);
  if (isRefusal(key)) return key;
  const facts = await findShopFacts(tx, shop);
  const position = (await selectLastPosition(tx)) + 1;
  const at = shop.clock();
  const number = `${initialsOf(facts.name)}-${String(position).padStart(4, '0')}`;
  const issue = { number, shopName: facts.legalName || facts.name, place: facts.city, signed, at };
  const statement = JSON.stringify(statementOf(listing, issue));
  const row: CertificateRow = {
    number,
    position,
    listing_id: listing.id,
    statement,
    signature: key.sign(bytesOf(statement)),
    key_id: key.id,
    given_to: givenTo,
    issued_at: at,
    revoked_at: null,
    reason: '',
    replaced_by: null,
  };
  await insertCertificate(tx, row);
  return row;
}

function presentCertificate(row: CertificateRow): Certificate {
  const { name, artist, issuedAt } = parseStatement(row.statement);
  return {
    number: row.number,
    code: codeOf(row),
    listingId: row.listing_id,
    name,
    artist,
    givenTo: row.given_to,
    issuedAt,
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
    reason: row.reason,
    replacedBy: row.replaced_by,
  };
}
