import type { Transaction } from 'kysely';
import type { CertificateKeysTable, CertificatesTable } from '#server/platform/database/certificate-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import { compileOnce } from '#server/platform/database/prepared-query.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type CertificateRow = CertificatesTable;
export type KeyRow = CertificateKeysTable;

/** Lets only one transaction at a time issue certificates or change the key. */
export const lockCertificates = (tx: Writer) => lockName(tx, 'certificates');

/** The key that signs new certificates. */
export function selectCurrentKey(reader: Reader): Promise<KeyRow | undefined> {
  return reader.selectFrom('certificate_keys').selectAll().where('retired_at', 'is', null).executeTakeFirst();
}

/** All keys, also retired ones, the oldest first. */
export function selectKeys(reader: Reader): Promise<KeyRow[]> {
  return reader.selectFrom('certificate_keys').selectAll().orderBy('made_at').orderBy('id').execute();
}

export async function insertKey(tx: Writer, row: KeyRow): Promise<void> {
  await tx.insertInto('certificate_keys').values(row).execute();
}

export async function retireKeys(tx: Writer, now: number): Promise<void> {
  await tx.updateTable('certificate_keys').set({ retired_at: now }).where('retired_at', 'is', null).execute();
}

export async function insertCertificate(tx: Writer, row: CertificateRow): Promise<void> {
  await tx.insertInto('certificates').values(row).execute();
}

export async function updateCertificate(tx: Writer, number: string, changes: Partial<CertificateRow>): Promise<void> {
  await tx.updateTable('certificates').set(changes).where('number', '=', number).execute();
}

/** The last position that a certificate has or, after a restore, may have had. */
export async function selectLastPosition(reader: Reader): Promise<number> {
  const { issued } = await reader
    .selectFrom('certificates')
    .select((eb) => eb.fn.max('position').as('issued'))
    .executeTakeFirstOrThrow();
  const skipped = await reader.selectFrom('certificate_numbers').select('last_position').executeTakeFirst();
  return Math.max(Number(issued ?? 0), skipped?.last_position ?? 0);
}

/** How many numbers are skipped besides one for each second: more than a shop is assumed to issue at once. */
const leastSkipped = 1000;

/**
 * Called after a restore. Certificates that were issued since the backup was made (`createdAt`, epoch milliseconds) are lost, but their
 * PDFs exist, so their numbers must not be given again. Skips one number for each second since then, so that a second restore of the
 * same backup does not give the same numbers either.
 */
export async function skipCertificateNumbers(
  tx: Transaction<Tables>,
  { createdAt, now }: { createdAt: number; now: number },
): Promise<void> {
  const last = await selectLastPosition(tx);
  const last_position = last + leastSkipped + Math.max(0, Math.ceil((now - createdAt) / 1000));
  await tx.deleteFrom('certificate_numbers').execute();
  await tx.insertInto('certificate_numbers').values({ id: 1, last_position }).execute();
}

export function selectCertificate(reader: Reader, number: string): Promise<CertificateRow | undefined> {
  return reader.selectFrom('certificates').selectAll().where('number', '=', number).executeTakeFirst();
}

/** The certificates of these listings that were not revoked. */
export async function selectValidOf(reader: Reader, listingIds: readonly string[]): Promise<CertificateRow[]> {
  return listingIds.length === 0 ? [] : validOf(reader, { listingIds: [...listingIds] });
}

const validOf = compileOnce({ listingIds: [''] }, (reader, { listingIds }) =>
  reader
    .selectFrom('certificates')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .where('revoked_at', 'is', null)
    .orderBy('position'),
);

/** A page of certificates, the newest first, and the number of all: of one listing, or of all without `listingId`. */
export async function selectCertificates(
  reader: Reader,
  { listingId, limit, offset }: { listingId: string | undefined; limit: number; offset: number },
): Promise<{ rows: CertificateRow[]; total: number }> {
  const all = reader.selectFrom('certificates');
  const matching = listingId === undefined ? all : all.where('listing_id', '=', listingId);
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await matching.selectAll().orderBy('position', 'desc').limit(limit).offset(offset).execute();
  return { rows, total: count };
}

export async function hasRows(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom('certificates').select('number').limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes the certificates of listings that are removed with the demo. */
export async function deleteCertificatesOf(tx: Writer, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length > 0) await tx.deleteFrom('certificates').where('listing_id', 'in', listingIds).execute();
}
