import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { certificateFilename, verifyAddress } from '#contract/certificate-names.ts';
import type { CertificateStatement, certificateEndpoints } from '#contract/certificates.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { linkPreviewOf } from '#contract/link-preview.ts';
import { findListingNames } from '#server/features/catalog/catalog.ts';
import { type CertificatePaper, mayRead, renderInThread } from '#server/features/invoices/invoices.ts';
import { findOrderDetails } from '#server/features/orders/orders.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import { findTexts, translatedName } from '#server/features/translations/translations.ts';
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts';
import type { Handlers, PdfReply } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findSigningKey } from './certificate-key.ts';
import { type CertificateRow, selectCertificate, selectKeys } from './certificates.queries.ts';
import {
  checkCertificate,
  findPhotograph,
  issueCertificate,
  listCertificates,
  replaceCertificate,
  revokeCertificate,
} from './certificates.ts';
import { signFile } from './signed-file.ts';
import { codeOf, parseStatement } from './statement.ts';

const maxPending = 200;
/** Applies only with RATE_LIMITS=on. */
const maxPendingPerUser = 20;

export function certificateRoutes(shop: Shop): Handlers<keyof typeof certificateEndpoints> {
  const { read } = shop.database;
  const enqueue = createFairQueue({
    // The thread renders one certificate at a time; meanwhile a second one reads its photograph.
    concurrency: 2,
    maxWaiting: maxPending,
    maxWaitingPerCaller: shop.settings.rateLimits ? maxPendingPerUser : undefined,
    busy: 'too many certificates are pending',
  });
  const download = async (
    number: string,
    ownerName: 'printed' | 'left out',
    pageLanguage: Language | null,
  ): Promise<PdfReply | Refusal> => {
    const found = await selectCertificate(read, number);
    if (!found) return refuse('certificateNotFound');
    const row = ownerName === 'printed' ? found : { ...found, given_to: '' };
    const key = await findSigningKey(read, shop.settings);
    if (isRefusal(key)) return key;
    const pdf = await renderInThread({ kind: 'certificate', ...(await paperOf(shop, row, pageLanguage ?? 'en')) });
    return { pdf: signFile(pdf, key), filename: certificateFilename(row.number), disposition: 'attachment' };
  };
  return {
    checkCertificate: ({ params, query }) => checkCertificate(shop, params.number, query.code),
    listCertificates: ({ query }) => listCertificates(shop, query),
    issueCertificate: ({ body, session }) => issueCertificate(shop, session.userId, body),
    replaceCertificate: ({ params, body, session }) => replaceCertificate(shop, session.userId, params.number, body),
    revokeCertificate: ({ params, body, session }) =>
      revokeCertificate(shop, session.userId, params.number, body.reason),
    downloadCertificate: ({ params, session, pageLanguage }) =>
      enqueue({ caller: session.userId }, () => download(params.number, 'printed', pageLanguage)),
    downloadOwnCertificate: ({ params, session, pageLanguage }) =>
      enqueue({ caller: session.userId }, async () => {
        const order = await findOrderDetails(read, params.id);
        const isIncluded = order?.certificates?.some(({ number }) => number === params.number);
        if (!order || !isIncluded || !mayRead(order, session)) return refuse('certificateNotFound');
        // The stored name may be that of an earlier buyer who has returned the piece.
        return download(params.number, 'left out', pageLanguage);
      }),
  };
}

/** Serves the public keys as a JSON Web Key Set, so that certificates can be checked without the shop. */
export function registerCertificateKeys(app: FastifyInstance, { database }: Shop): void {
  app.get('/.well-known/certificate-keys.json', async (_request, reply) => {
    const keys = (await selectKeys(database.read)).map(({ id, public_key }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: id,
      x: public_key,
    }));
    return reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send({ keys });
  });
}

async function paperOf(shop: Shop, row: CertificateRow, language: Language) {
  const { timeZone, currency, publicUrl } = shop.settings;
  const { name } = await findShopFacts(shop.database.read, shop);
  const statement = parseStatement(row.statement);
  const code = codeOf(row);
  const paper: CertificatePaper = {
    statement,
    givenTo: row.given_to,
    code,
    translatedName: await translatedNameOf(shop, row, language),
    verifyUrl: publicUrl + verifyAddress(row.number, code),
    photo: await photoOf(shop, statement),
  };
  return { issuer: { language, shopName: name, timeZone, currency, logo: null }, paper };
}

/** The translated name of the piece. Null without one, and if the piece was renamed after the issue: the translation is of the new name. */
async function translatedNameOf(shop: Shop, row: CertificateRow, language: Language): Promise<string | null> {
  if (language === 'en') return null;
  const { read } = shop.database;
  const { name: signed } = parseStatement(row.statement);
  const [listing] = await findListingNames(read, [row.listing_id]);
  if (listing?.name !== signed) return null;
  const texts = await findTexts(read, { kind: 'listing', language, ids: [row.listing_id] });
  return translatedName(signed, texts.get(row.listing_id)).name ?? null;
}

/** The photograph that the certificate names; null if the shop has deleted it. */
async function photoOf(shop: Shop, statement: CertificateStatement): Promise<CertificatePaper['photo']> {
  const image = await findPhotograph(shop.database.read, statement);
  const preview = image && linkPreviewOf(image);
  const file = preview && (await shop.media.openFile(preview.url));
  if (!preview || !file) return null;
  const jpeg = Buffer.isBuffer(file) ? file : await buffer(file.content);
  return { jpeg, width: preview.width, height: preview.height };
}
