import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { isRefusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { recordChange } from '#server/audit/audit.ts';
import type { Handlers, UploadedFile } from '#server/http/handlers.ts';
import { dataPolicy } from '#server/http/headers.ts';
import { inlineHash, unescapeMarkup } from '#server/http/inline-hashes.ts';
import { sendRefusal } from '#server/http/refusals.ts';
import type { Shop } from '#server/shop.ts';
import { countUnfinishedPictures, findLogo } from './media.ts';
import { createRecentFiles } from './recent-files.ts';

export type MediaEndpoint = 'uploadImages' | 'countUnfinishedPictures' | 'uploadLogo' | 'removeLogo' | 'getLogo';

export function mediaRoutes(shop: Shop): Handlers<MediaEndpoint> {
  return {
    async uploadImages({ files }) {
      const uploaded = await files({ bytes: limits.picture, count: limits.picturesPerUpload });
      if (uploaded === 'no form') return refuse('noForm');
      if (uploaded === 'too large') return refuse('pictureTooLarge');
      if (uploaded === 'too many') return refuse('tooManyPictures');
      return withoutTrace(shop, uploaded, async () => {
        if (uploaded.length === 0) return refuse('noFile');
        const kept = await shop.media.keepPictures(uploaded);
        if (isRefusal(kept)) return kept;
        return { message: 'Images uploaded successfully!', imageUrls: kept.map((picture) => picture.url) };
      });
    },
    countUnfinishedPictures: async () => ({ unfinished: await countUnfinishedPictures(shop.database.read) }),
    async uploadLogo({ files, session }) {
      const uploaded = await files({ bytes: limits.logo - 1, count: 1 });
      if (uploaded === 'no form') return refuse('noForm');
      if (uploaded === 'too large') return refuse('logoTooLarge');
      if (uploaded === 'too many') return refuse('noFile');
      return withoutTrace(shop, uploaded, async () => {
        const [file] = uploaded;
        if (!file) return refuse('noFile');
        const before = { url: await findLogo(shop.database.read) };
        const logoUrl = await shop.media.keepLogo(await readFile(file.place), (tx, url) =>
          recordChange(tx, shop, {
            adminId: session.userId,
            action: 'logo changed',
            subject: 'logo',
            before,
            after: { url },
          }),
        );
        return isRefusal(logoUrl) ? logoUrl : { message: 'Logo uploaded successfully!', logoUrl };
      });
    },
    async removeLogo({ session }) {
      await shop.media.removeLogo((tx, url) =>
        recordChange(tx, shop, {
          adminId: session.userId,
          action: 'logo removed',
          subject: 'logo',
          before: { url },
          after: null,
        }),
      );
      return { message: 'Logo removed successfully!' };
    },
    getLogo: async () => ({ logo: await findLogo(shop.database.read) }),
  };
}

/** The files as they were sent are gone when `work` has ended, however it does. */
async function withoutTrace<Answer>(
  shop: Shop,
  uploaded: readonly UploadedFile[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } finally {
    for (const file of uploaded) await shop.media.discard(file);
  }
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

/** GET /media/*: a name says what is in the file, so it is kept for ever. */
export function registerMediaFiles(app: FastifyInstance, shop: Shop): void {
  const recent = createRecentFiles(recentBudget);
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const path = `/media/${request.params['*']}`;
    const isDrawing = path.endsWith('.svg');
    // The policy of a drawing is made from what is in it.
    const file = recent.find(path) ?? (isDrawing ? await shop.media.readFile(path) : await shop.media.openFile(path));
    if (!file) return sendRefusal(request, reply, refuse('unknownPath'));
    const tag = `"${path.slice('/media/'.length).replace('/', '-')}"`;
    reply.headers({ 'Cache-Control': 'public, max-age=31536000, immutable', ETag: tag });
    const isKnown = request.headers['if-none-match']?.includes(tag);
    if (!Buffer.isBuffer(file)) {
      if (isKnown) file.content.destroy();
      else reply.header('Content-Length', file.size);
    } else {
      recent.keep(path, file);
      if (isDrawing) reply.header('Content-Security-Policy', drawingPolicy(file.toString('utf8')));
    }
    if (isKnown) return reply.code(304).send();
    return reply
      .type(contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
      .send(Buffer.isBuffer(file) ? file : file.content);
  });
}

/** Lets nothing run in a drawing that is opened by itself, and of styles only the sheets that were cleaned with it. */
function drawingPolicy(drawing: string): string {
  const hashes = [...drawing.matchAll(/<style>([^<]*)<\/style>/g)].map(([, sheet = '']) =>
    inlineHash(unescapeMarkup(sheet)),
  );
  const styles = hashes.length > 0 ? [`style-src ${hashes.join(' ')}`] : [];
  return ['sandbox', dataPolicy, ...styles].join('; ');
}
