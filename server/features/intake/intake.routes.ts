import type { intakeEndpoints } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { withOneFile } from '#server/platform/http/uploads.ts';
import { translateText } from '#server/platform/translations.ts';
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
    async uploadToIntake({ files, query, session }) {
      return withOneFile({ files, bytes: limits.picture, tooLarge: 'pictureTooLarge', storage: shop.media }, (file) =>
        receivePhotograph(shop, session.userId, file, query),
      );
    },
    saveCells: ({ body }) => saveCells(shop, body.changes),
    movePictures: ({ body }) => movePictures(shop, body.pictureIds, body.pieceId),
    putPictureFirst: ({ body }) => putPictureFirst(shop, body.pictureId),
    removeFromIntake: ({ body }) => removePhotographs(shop, body.pictureIds),
    makeDrafts: async ({ body, session, pageLanguage }) => {
      const { made, left } = await makeDrafts(shop, session.userId, body.pieceIds);
      const translate = ({ path, message }: { path: string; message: string }) => ({
        path,
        message: translateText(message, pageLanguage ?? 'en'),
      });
      return { made, left: left.map(({ pieceId, issues }) => ({ pieceId, issues: issues.map(translate) })) };
    },
  };
}
