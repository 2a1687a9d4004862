import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Listing } from '#contract/catalog.ts';
import type { CloseLook } from '#contract/close-look.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { imageServicePath, manifestPath, manifestType } from '#contract/scan-address.ts';
import type { Scan, scanEndpoints } from '#contract/scans.ts';
import { type FindLookedAt, findListing } from '#server/features/catalog/catalog.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import { etagOf, matchesEtag } from '#server/platform/http/encodings.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { sendRefusal } from '#server/platform/http/refusals.ts';
import { withOneFile } from '#server/platform/http/uploads.ts';
import { translateContractText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { findImage, findImageInfo } from './image-service.ts';
import { manifestOf, picturePath } from './manifest.ts';
import { addScan, describeScan, removeScan } from './scans.ts';

export function scanRoutes(shop: Shop, findLookedAt: FindLookedAt): Handlers<keyof typeof scanEndpoints> {
  return {
    getScan: async ({ params, pageLanguage }) =>
      inPageLanguage(await describeScan(shop, findLookedAt, params.id), pageLanguage),
    async uploadScan({ files, params, session, pageLanguage }) {
      return withOneFile({ files, bytes: limits.scanFile, tooLarge: 'scanTooLarge', storage: shop.media }, (file) =>
        addScan(shop, findLookedAt, { adminId: session.userId, listingId: params.id, file }).then((added) =>
          inPageLanguage(added, pageLanguage),
        ),
      );
    },
    removeScan: ({ params, session }) => removeScan(shop, session.userId, params.id),
  };
}

function inPageLanguage(
  answer: { scan: Scan | null } | Refusal,
  language: Language | null,
): { scan: Scan | null } | Refusal {
  if (isRefusal(answer) || answer.scan === null || language === null) return answer;
  return { scan: { ...answer.scan, problem: translateContractText(answer.scan.problem, language) } };
}

/** Other sites may show what is below /iiif, and nothing else of the shop. */
const forEverybody = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const forever = 'public, max-age=31536000, immutable';
const infoType = 'application/ld+json;profile="http://iiif.io/api/image/3/context.json"';

interface ImageParams {
  id: string;
  region: string;
  size: string;
}

/** Serves scans by the IIIF Image API 3, and listings by the IIIF Presentation API 3 (docs/behaviour/scans.md, 9 to 12). */
export function registerIiif(
  app: FastifyInstance,
  shop: Shop,
  findCloseLook: (listing: Listing) => Promise<CloseLook | null>,
): void {
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(forEverybody);
  };
  const service = imageServicePath(':id');
  app.get<{ Params: { id: string } }>(service, { onRequest }, async (request, reply) => {
    const info = await findImageInfo(shop, request.params.id);
    if (!info) return sendRefusal(request, reply, refuse('unknownPath'));
    return reply.redirect(`${imageServicePath(request.params.id)}/info.json`, 303);
  });
  app.get<{ Params: { id: string } }>(`${service}/info.json`, { onRequest }, async (request, reply) =>
    sendDocument(request, reply, infoType, await findImageInfo(shop, request.params.id)),
  );
  app.get<{ Params: ImageParams }>(`${service}/:region/:size/0/default.jpg`, { onRequest }, async (request, reply) => {
    const { id, region, size } = request.params;
    const tag = `"${id}-${`${region}-${size}`.replaceAll(',', '.')}"`;
    return sendImage(request, reply, { read: await findImage(shop, id, region, size), tag });
  });
  app.get<{ Params: { id: string } }>(manifestPath(':id'), { onRequest }, async (request, reply) => {
    const listing = await findListing(shop, request.params.id);
    if (isRefusal(listing)) return sendRefusal(request, reply, listing);
    const { name: shopName } = await findShopFacts(shop.database.read, shop);
    const closeLook = await findCloseLook(listing);
    const { publicUrl } = shop.settings;
    return sendDocument(request, reply, manifestType, manifestOf({ publicUrl, shopName, listing, closeLook }));
  });
  app.get<{ Params: { hash: string } }>(picturePath(':hash'), { onRequest }, async (request, reply) => {
    const { hash } = request.params;
    const opened = await shop.media.openFile(`/media/${hash}/preview.jpg`);
    // A preview is small, so `openFile` returns its bytes, not a stream.
    const isBuffer = opened && !('content' in opened);
    return sendImage(request, reply, { read: isBuffer ? async () => opened : null, tag: `"${hash}-preview"` });
  });
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, type: string, document: object | null) {
  if (!document) return sendRefusal(request, reply, refuse('unknownPath'));
  const bytes = Buffer.from(JSON.stringify(document));
  const tag = etagOf(bytes);
  reply.headers({ 'Cache-Control': 'no-cache', ETag: tag, 'Content-Type': type });
  return matchesEtag(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(bytes);
}

async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { read, tag }: { read: (() => Promise<Buffer | null>) | null; tag: string },
) {
  const isUnchanged = read !== null && matchesEtag(request.headers['if-none-match'], tag);
  const image = isUnchanged ? null : await read?.();
  if (!image && !isUnchanged) return sendRefusal(request, reply, refuse('unknownPath'));
  reply.headers({ 'Cache-Control': forever, ETag: tag, 'Content-Type': 'image/jpeg' });
  return isUnchanged ? reply.code(304).send() : reply.send(image);
}
