import { refuse } from '#contract/errors.ts';
import type { intakeEndpoints } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findMissingFiles, receivePhotograph } from './arrivals.ts';
import { movePictures, putPictureFirst, saveCells } from './change-pieces.ts';
import { findIntake } from './intake.ts';
import { makeDrafts } from './make-drafts.ts';
import { removePhotographs } from './removal.ts';

export function intakeRoutes(shop: Shop): Handlers<keyof typeof intakeEndpoints> {
  return {
    getIntake: ({ query }) => findIntake(shop, query.seen),
    findMissingFiles: async ({ body }) => ({ missing: await findMissingFiles(shop, body.files) }),
    async uploadToIntake({ files, query }) {
      const uploaded = await files({ bytes: limits.picture, count: 1 });
      if (uploaded === 'no form') return refuse('formNeeded');
      if (uploaded === 'too large') return refuse('pictureTooLarge');
      const [file] = uploaded === 'too many' ? [] : uploaded;
      if (!file) return refuse('noFile');
      try {
        return await receivePhotograph(shop, file, query);
      } finally {
        await shop.media.discard(file);
      }
    },
    saveCells: ({ body }) => saveCells(shop, body.changes),
    movePictures: ({ body }) => movePictures(shop, body.pictureIds, body.pieceId),
    putPictureFirst: ({ body }) => putPictureFirst(shop, body.pictureId),
    removeFromIntake: ({ body }) => removePhotographs(shop, body.pictureIds),
    makeDrafts: ({ body, session }) => makeDrafts(shop, session.userId, body.pieceIds),
  };
}
