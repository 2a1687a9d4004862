import { z } from 'zod';
import { image } from './catalog.ts';
import { printedFields } from './collection/piece.ts';
import { endpoint } from './endpoint.ts';
import { answerShape } from './fields/schemas.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { id, line, pathId } from './text.ts';

/** What a certificate says, and what its signature covers. Texts that are not known are empty. */
export const certificateStatement = z.object({
  /** The version of this format. */
  version: z.literal(1),
  number: z.string(),
  /** The legal name of the shop, or its name if it has none. */
  shop: z.string(),
  name: z.string(),
  artist: z.string(),
  year: z.number().nullable(),
  size: z.string(),
  series: z.string(),
  madeOf: z.string(),
  /** Further texts, by their field (`printed` in collection/piece.ts). Absent without any. */
  printed: z.object(answerShape(printedFields)).partial().optional(),
  /** Where the artist has signed the piece. */
  signed: z.string(),
  /** The path of the photograph in the shop, with the hash of its content. */
  picture: z.string(),
  place: z.string(),
  issuedAt: z.string(),
});
export type CertificateStatement = z.infer<typeof certificateStatement>;

/**
 * What the page that checks certificates shows. `altered`: the certificate with this number has another code, or the shop's record does
 * not fit its signature. Only a genuine or a revoked certificate says anything about the piece, and never who owns it.
 */
const checkedCertificate = z.object({
  state: z.enum(['genuine', 'revoked', 'altered']),
  number: z.string(),
  statement: certificateStatement.nullable(),
  image: image.nullable(),
  /** Whether the piece is sold; null if it was deleted or discontinued. */
  sold: z.boolean().nullable(),
  revokedAt: z.string().nullable(),
  /** The number of the certificate that replaces this one. */
  replacedBy: z.string().nullable(),
  /** In hex; empty if `state` is `altered`. */
  signature: z.string(),
});
export type CheckedCertificate = z.infer<typeof checkedCertificate>;

/** A certificate as the panel shows it. */
export const certificate = z.object({
  number: z.string(),
  /**
   * The first 16 hex digits of the signature, which are printed on the paper and end the address of the page that checks it. Who
   * knows both number and code has seen the paper.
   */
  code: z.string(),
  listingId: z.string(),
  name: z.string(),
  artist: z.string(),
  /** The owner's name, if it is on the paper; else empty. */
  givenTo: z.string(),
  issuedAt: z.string(),
  revokedAt: z.string().nullable(),
  reason: z.string(),
  replacedBy: z.string().nullable(),
});
export type Certificate = z.infer<typeof certificate>;

/** A certificate of a piece in an order. */
export const ownCertificate = z.object({ number: z.string(), code: z.string(), listingId: z.string() });
export type OwnCertificate = z.infer<typeof ownCertificate>;

const typedTexts = { givenTo: line(limits.name).default(''), signed: line(limits.shortText).default('') };
const reason = line(limits.shortText, 'Please say why');
const byNumber = z.object({ number: pathId });

export const certificateEndpoints = {
  checkCertificate: endpoint({
    method: 'GET',
    path: '/certificates/:number',
    access: 'public',
    summary: 'Whether a certificate of authenticity is genuine, by its number and the code on the paper',
    params: byNumber,
    query: z.object({ code: line(limits.shortText).default('') }),
    reply: z.object({ certificate: checkedCertificate }),
    refuses: [404],
  }),
  listCertificates: endpoint({
    method: 'GET',
    path: '/admin/certificates',
    access: 'viewer',
    summary: 'Certificates of authenticity, newest first, of all pieces or of one',
    query: listQuery(['issuedAt']).pick({ page: true, pageSize: true }).extend({ listingId: id.optional() }),
    reply: z.object({ certificates: z.array(certificate), total: z.number() }),
  }),
  issueCertificate: endpoint({
    method: 'POST',
    path: '/admin/certificates',
    access: 'staff',
    summary: 'Issue the certificate of a unique piece',
    body: z.object({ listingId: id, ...typedTexts }),
    reply: z.object({ certificate }),
    status: 201,
    refuses: [404, 409],
  }),
  replaceCertificate: endpoint({
    method: 'POST',
    path: '/admin/certificates/:number/replace',
    access: 'staff',
    summary: 'Revoke a certificate and issue another one with what the shop says about the piece now',
    params: byNumber,
    body: z.object({ reason, ...typedTexts }),
    reply: z.object({ certificate }),
    status: 201,
    refuses: [404, 409],
  }),
  revokeCertificate: endpoint({
    method: 'POST',
    path: '/admin/certificates/:number/revoke',
    access: 'staff',
    summary: 'Revoke a certificate for good. Its page says so from then on',
    params: byNumber,
    body: z.object({ reason }),
    reply: z.object({ certificate }),
    refuses: [404, 409],
  }),
  downloadCertificate: endpoint({
    method: 'GET',
    path: '/admin/certificates/:number/download',
    access: 'viewer',
    summary: 'The certificate as a signed PDF, also one that was revoked',
    params: byNumber,
    reply: 'pdf',
    refuses: [404, 409],
  }),
  downloadOwnCertificate: endpoint({
    method: 'GET',
    path: '/orders/:id/certificates/:number',
    access: 'customer',
    summary: 'The certificate of a piece in an own order that was paid, as a signed PDF',
    params: z.object({ id: pathId, number: pathId }),
    reply: 'pdf',
    refuses: [404, 409],
  }),
};
