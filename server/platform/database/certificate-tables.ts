import type { Milliseconds } from './milliseconds.ts';

/** The tables of certificates/. */
export interface CertificateTables {
  certificate_keys: CertificateKeysTable;
  certificate_numbers: CertificateNumbersTable;
  certificates: CertificatesTable;
}

/** The public keys. The key of the latest row that is not retired signs new certificates; the others check earlier ones. */
export interface CertificateKeysTable {
  /** The first 16 digits of the key's SHA-256, hex. */
  id: string;
  /** Ed25519, base64url. */
  public_key: string;
  made_at: Milliseconds;
  retired_at: Milliseconds | null;
}

/** At most one row, which a restore writes. */
export interface CertificateNumbersTable {
  id: 1;
  /** Certificates that were issued after the backup was made may have positions up to this one. */
  last_position: number;
}

export interface CertificatesTable {
  number: string;
  /** Counts from 1. No two certificates ever have the same. */
  position: number;
  /** The listing may have been deleted since. Its id is not given to another one. */
  listing_id: string;
  /** JSON, exactly as it was signed. */
  statement: string;
  /** Ed25519, hex. */
  signature: string;
  key_id: string;
  /** The name of the piece's owner on the certificate; empty if nobody asked for it. */
  given_to: string;
  issued_at: Milliseconds;
  revoked_at: Milliseconds | null;
  reason: string;
  replaced_by: string | null;
}
