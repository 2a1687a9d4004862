import type { FastifyInstance } from 'fastify';
import { isRefusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { recordChange } from '#server/audit/audit.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { sendRefusal } from '#server/http/refusals.ts';
import type { Shop } from '#server/shop.ts';
import { findLogo } from './media.ts';
import { createRecentFiles } from './recent-files.ts';

export function mediaRoutes(shop: Shop): Handlers<'uploadImages' | 'uploadLogo' | 'getLogo'> {
  return {
    async uploadImages({ files }) {
      const uploaded = await files({ bytes: limits.picture, count: limits.picturesPerUpload });
      if (uploaded === 'too large') return refuse('pictureTooLarge');
      if (uploaded === 'too many') return refuse('tooManyPictures');
      if (uploaded.length === 0) return refuse('noFile');
      const kept = await shop.media.keepPictures(uploaded.map((file) => file.bytes));
      if (isRefusal(kept)) return kept;
      return { message: 'Images uploaded successfully!', imageUrls: kept.map((picture) => picture.url) };
    },
    async uploadLogo({ files, session }) {
      const uploaded = await files({ bytes: limits.logo - 1, count: 1 });
      if (uploaded === 'too large') return refuse('logoTooLarge');
      const [file] = uploaded;
      if (uploaded === 'too many' || !file || typeof file === 'string') return refuse('noFile');
      const before = { url: await findLogo(shop.database.read) };
      const logoUrl = await shop.media.keepLogo(file.bytes, (tx, url) =>
        recordChange(tx, shop, {
          adminId: session.userId,
          action: 'logo changed',
          subject: 'logo',
          before,
          after: { url },
        }),
      );
      return isRefusal(logoUrl) ? logoUrl : { message: 'Logo uploaded successfully!', logoUrl };
    },
    getLogo: async () => ({ logo: await findLogo(shop.database.read) }),
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** Bytes of pictures kept in memory. */
const recentBudget = 32 * 1_048_576;

/**
 * GET /media/*: a name says what is in the file, so it is kept for ever. The policy lets nothing run in a drawing that is
 * opened by itself.
 */
export function registerMediaFiles(app: FastifyInstance, shop: Shop): void {
  const recent = createRecentFiles(recentBudget);
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const path = `/media/${request.params['*']}`;
    reply.headers({
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    });
    const file = recent.find(path) ?? (await shop.media.readFile(path));
    if (!file) return sendRefusal(request, reply, refuse('unknownPath'));
    recent.keep(path, file);
    const tag = `"${path.slice('/media/'.length).replace('/', '-')}"`;
    reply.headers({ 'Cache-Control': 'public, max-age=31536000, immutable', ETag: tag });
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    return reply.type(contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream').send(file);
  });
}
