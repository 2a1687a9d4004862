import type { AdminArtist, AdminSeries, artistEndpoints } from '#contract/artists.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findArtist, findSeries, listArtists, listSeries, listWorksOfArtist, listWorksOfSeries } from './artists.ts';
import { addArtist, deleteArtist, findArtistAsAdmin, listArtistsAsAdmin, updateArtist } from './manage-artists.ts';
import { addSeries, deleteSeries, findSeriesAsAdmin, listSeriesAsAdmin, updateSeries } from './manage-series.ts';

export function artistRoutes(shop: Shop): Handlers<keyof typeof artistEndpoints> {
  const answerArtist = async (result: Promise<AdminArtist | Refusal>) => {
    const artist = await result;
    return isRefusal(artist) ? artist : { artist };
  };
  const answerSeries = async (result: Promise<AdminSeries | Refusal>) => {
    const series = await result;
    return isRefusal(series) ? series : { series };
  };
  return {
    listArtists: ({ query }) => listArtists(shop, query),
    getArtist: async ({ params }) => {
      const artist = await findArtist(shop, params.slug);
      return isRefusal(artist) ? artist : { artist };
    },
    listWorksOfArtist: ({ params, query }) => listWorksOfArtist(shop, params.slug, query),
    listSeries: ({ query }) => listSeries(shop, query),
    getSeries: async ({ params }) => {
      const series = await findSeries(shop, params.slug);
      return isRefusal(series) ? series : { series };
    },
    listWorksOfSeries: ({ params, query }) => listWorksOfSeries(shop, params.slug, query),

    listArtistsAsAdmin: ({ query }) => listArtistsAsAdmin(shop, query),
    getArtistAsAdmin: ({ params }) => answerArtist(findArtistAsAdmin(shop, params.id)),
    addArtist: ({ body, session }) => answerArtist(addArtist(shop, session.userId, body)),
    updateArtist: ({ params, body, session }) => answerArtist(updateArtist(shop, session.userId, params.id, body)),
    deleteArtist: ({ params, session }) => deleteArtist(shop, session.userId, params.id),
    listSeriesAsAdmin: ({ query }) => listSeriesAsAdmin(shop, query),
    getSeriesAsAdmin: ({ params }) => answerSeries(findSeriesAsAdmin(shop, params.id)),
    addSeries: ({ body, session }) => answerSeries(addSeries(shop, session.userId, body)),
    updateSeries: ({ params, body, session }) => answerSeries(updateSeries(shop, session.userId, params.id, body)),
    deleteSeries: ({ params, session }) => deleteSeries(shop, session.userId, params.id),
  };
}
