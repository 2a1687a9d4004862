import type { cataloguePaperEndpoints } from '#contract/catalogue-papers.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findPaper, listPapers, listPieces, makePaper, openPaper, removePaper } from './catalogue-papers.ts';

export function cataloguePaperRoutes(shop: Shop): Handlers<keyof typeof cataloguePaperEndpoints> {
  return {
    listCataloguePapers: ({ pageLanguage }) => listPapers(shop, pageLanguage ?? 'en'),
    makeCataloguePaper: ({ body, pageLanguage }) => makePaper(shop, body, pageLanguage ?? 'en'),
    getCataloguePaper: ({ params, pageLanguage }) => findPaper(shop, params.id, pageLanguage ?? 'en'),
    downloadCataloguePaper: ({ params }) => openPaper(shop, params.id),
    removeCataloguePaper: ({ params }) => removePaper(shop, params.id),
    listCataloguePieces: ({ query }) => listPieces(shop, query.ids),
  };
}
