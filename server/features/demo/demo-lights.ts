import { readFile } from 'node:fs/promises';
import { isRefusal } from '#contract/errors.ts';
import { lockListings, recordOf } from '#server/features/catalog/catalog.ts';
import { insertLights } from '#server/features/lights/lights.ts';
import { picturesByHash } from '#server/features/media/media.ts';
import type { Shop } from '#server/shop.ts';
import lightsOfPieces from './lights.json' with { type: 'json' };

/**
 * Gives three pieces of the demo photographs under several lights, which are aligned with the first picture already. Called after the
 * shop has begun to listen, because storing them takes most of a second. A piece that was deleted meanwhile gets none.
 */
export async function addDemoLights(shop: Shop): Promise<void> {
  for (const [listingId, lights] of Object.entries(lightsOfPieces)) {
    const files = await Promise.all(lights.map(({ file }) => readFile(new URL(`./lights/${file}`, import.meta.url))));
    const kept = await shop.media
      .keepPictures(files, {
        isDemo: true,
        alongside: async (tx, pictures) => {
          const [listing] = await lockListings(tx, [listingId]);
          const reference = listing && recordOf(listing).images[0]?.url;
          if (listing?.is_demo !== 1 || !reference) throw new PieceGone();
          const hashes = pictures.map(({ hash }) => hash);
          const urls = new Map((await picturesByHash(tx, hashes)).map(({ hash, url }) => [hash, url]));
          const placed = lights.map(({ file, azimuth, elevation }, position) => {
            const picture = urls.get(hashes[position] ?? '') ?? '';
            return { picture, fileName: file, azimuth, elevation };
          });
          await insertLights(tx, listingId, { reference, lights: placed, at: shop.clock() });
          tx.raiseRevision();
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof PieceGone)) throw error;
      });
    if (isRefusal(kept)) throw new Error(`the demo photographs were refused: ${kept.message}`);
  }
}

/** Thrown if the piece was deleted, so that its photographs are not stored either. */
class PieceGone extends Error {}
