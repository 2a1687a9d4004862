import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { lightEndpoints } from '#contract/lights.ts';
import { limits } from '#contract/limits.ts';
import { type FindLookedAt, findListingAsAdmin } from '#server/features/catalog/catalog.ts';
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts';
import type { Handlers, UploadedFile } from '#server/platform/http/handlers.ts';
import { withOneFile } from '#server/platform/http/uploads.ts';
import type { Shop } from '#server/shop.ts';
import { changeLights, findLightSet, type LitListing, removeLight } from './edit-lights.ts';
import { keepLight } from './keep-light.ts';

/** The most photographs that wait to be aligned; each is a file on the disk until then. */
const maxPending = 50;

export function lightRoutes(shop: Shop, findLookedAt: FindLookedAt): Handlers<keyof typeof lightEndpoints> {
  const enqueue = createFairQueue({ concurrency: 1, maxWaiting: maxPending, busy: 'too many photographs wait' });
  const withListing = async (id: string, work: (listing: LitListing) => Promise<Refusal | null>) => {
    const listing = await findListingAsAdmin(shop, id);
    if (isRefusal(listing)) return listing;
    const looked = await findLookedAt(shop.database.read, listing);
    // The size of an online picture is not known, and the shop never loads it.
    const lit = { id, picture: looked && looked.width > 0 ? looked : null };
    return (await work(lit)) ?? { lights: await findLightSet(shop, lit) };
  };
  const add = (
    id: string,
    sent: { azimuth: number; elevation: number; name: string; adminId: string; file: UploadedFile },
  ) =>
    enqueue({ caller: sent.adminId }, () =>
      withListing(id, (listing) => keepLight(shop, findLookedAt, listing, { ...sent, fileName: sent.name })),
    );
  return {
    getLights: ({ params }) => withListing(params.id, async () => null),
    async addLight({ params, query, files, session }) {
      return withOneFile({ files, bytes: limits.picture, tooLarge: 'pictureTooLarge', storage: shop.media }, (file) =>
        add(params.id, { ...query, adminId: session.userId, file }),
      );
    },
    changeLights: ({ params, body, session }) =>
      withListing(params.id, (listing) => changeLights(shop, session.userId, listing, body)),
    removeLight: ({ params, session }) =>
      withListing(params.id, (listing) => removeLight(shop, session.userId, listing, params.lightId)),
  };
}
