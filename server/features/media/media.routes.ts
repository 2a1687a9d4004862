import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isRefusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { dataPolicy } from '#server/platform/http/headers.ts';
import { inlineHash, unescapeMarkup } from '#server/platform/http/inline-hashes.ts';
import { sendRefusal } from '#server/platform/http/refusals.ts';
import { withOneFile } from '#server/platform/http/uploads.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { countUnfinishedPictures, findLogos } from './media.ts';
import { storedNameOf } from './stored-name.ts';

export type MediaEndpoint = 'uploadImages' | 'countUnfinishedPictures' | 'uploadLogo' | 'removeLogo' | 'getLogo';

export function mediaRoutes(shop: Shop): Handlers<MediaEndpoint> {
  return {
    async uploadImages({ files }) {
      const uploaded = await files({ bytes: limits.picture, count: limits.picturesPerUpload });
      if (uploaded === 'no form') return refuse('formNeeded');
      if (uploaded === 'too large') return refuse('pictureTooLarge');
      if (uploaded === 'too many') return refuse('tooManyPictures');
      try {
        if (uploaded.length === 0) return refuse('noFile');
        const kept = await shop.media.keepPictures(uploaded);
        if (isRefusal(kept)) return kept;
        return { message: say('Images uploaded successfully!'), imageUrls: kept.map((picture) => picture.url) };
      } finally {
        for (const file of uploaded) await shop.media.discard(file);
      }
    },
    countUnfinishedPictures: async () => ({ unfinished: await countUnfinishedPictures(shop.database.read) }),
    async uploadLogo({ files, session, query: { ground } }) {
      return withOneFile(
        { files, bytes: limits.logo - 1, tooLarge: 'logoTooLarge', storage: shop.media },
        async (file) => {
          const action = ground === 'light' ? 'logo changed' : 'logo for dark ground changed';
          const logoUrl = await shop.media.keepLogo(
            await readFile(file.path),
            (tx, url, former) =>
              recordChange(tx, shop, {
                adminId: session.userId,
                action,
                subject: 'logo',
                before: { url: former },
                after: { url },
              }),
            ground,
          );
          return isRefusal(logoUrl) ? logoUrl : { message: say('Logo uploaded successfully!'), logoUrl };
        },
      );
    },
    async removeLogo({ session, query: { ground } }) {
      await shop.media.removeLogo(ground, (tx, url) =>
        recordChange(tx, shop, {
          adminId: session.userId,
          action: ground === 'light' ? 'logo removed' : 'logo for dark ground removed',
          subject: 'logo',
          before: { url },
          after: null,
        }),
      );
      return { message: say('Logo removed successfully!') };
    },
    async getLogo() {
      const { light, dark } = await findLogos(shop.database.read);
      return { logo: light, logoDark: dark };
    },
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** Bytes of recently read pictures that are cached in memory. */
const cacheBytes = 32 * 1_048_576;

/** GET /media/*. Names contain a hash of the content, so browsers may cache a file forever. */
export function registerMediaFiles(app: FastifyInstance, shop: Shop): void {
  const recent = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    maxEntrySize: cacheBytes / 16,
    sizeCalculation: (file, name) => file.length + name.length,
  });
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const path = `/media/${request.params['*']}`;
    const isSvg = path.endsWith('.svg');
    // The policy of an SVG depends on its content, so it is read whole.
    const file = recent.get(path) ?? (isSvg ? await shop.media.readFile(path) : await shop.media.openFile(path));
    if (!file) return sendRefusal(request, reply, refuse('unknownPath'));
    const tag = `"${storedNameOf(path).replace('/', '-')}"`;
    reply.headers({ 'Cache-Control': 'public, max-age=31536000, immutable', ETag: tag });
    const isKnown = request.headers['if-none-match']?.includes(tag);
    if (!Buffer.isBuffer(file)) {
      if (isKnown) file.content.destroy();
      else reply.header('Content-Length', file.size);
    } else {
      recent.set(path, file);
      if (isSvg) reply.header('Content-Security-Policy', svgPolicy(file.toString('utf8')));
    }
    if (isKnown) return reply.code(304).send();
    return reply
      .type(contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
      .send(Buffer.isBuffer(file) ? file : file.content);
  });
}

/** The policy of an SVG that is opened as a page: runs nothing, and applies only its own cleaned style sheets. */
function svgPolicy(svg: string): string {
  const hashes = [...svg.matchAll(/<style>([^<]*)<\/style>/g)].map(([, sheet = '']) =>
    inlineHash(unescapeMarkup(sheet)),
  );
  const styles = hashes.length > 0 ? [`style-src ${hashes.join(' ')}`] : [];
  return ['sandbox', dataPolicy, ...styles].join('; ');
}
