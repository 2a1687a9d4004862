import { z } from 'zod';
import { adminListing } from './catalog.ts';
import { labelSizes, mostPieces, paperKinds, paperLanguages, paperSizes, paperStates } from './catalogue-lines.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { areUnique, id, line, pathId } from './text.ts';

const pieces = z
  .array(id)
  .min(1, 'Please choose a piece')
  .max(mostPieces, `At most ${mostPieces} pieces`)
  .refine(areUnique, 'A piece can be chosen once');

/** What the panel sends to get a paper made: the kind, the pieces, and how they are shown. */
export const paperOrder = z.object({
  kind: z.enum(paperKinds),
  /** The pieces, in the order of the paper. */
  listingIds: pieces,
  /** If empty, the paper has the usual title in its language. */
  title: line(limits.shortText).default(''),
  subtitle: line(limits.shortText).default(''),
  /** The piece whose first picture is on the cover of a catalogue; null: a cover without a picture. */
  coverId: id.nullable().default(null),
  language: z.enum(paperLanguages).default('en'),
  size: z.enum(paperSizes).default('a4'),
  labelSize: z.enum(labelSizes).default('small'),
  showsPrices: z.boolean().default(true),
  showsDescriptions: z.boolean().default(true),
  showsQr: z.boolean().default(false),
  showsReserved: z.boolean().default(true),
});
export type PaperOrder = z.infer<typeof paperOrder>;

/** A paper as the panel sees it. */
const cataloguePaper = z.object({
  id: z.string(),
  kind: z.enum(paperKinds),
  title: z.string(),
  language: z.enum(paperLanguages),
  state: z.enum(paperStates),
  /** How many of the `pieces` are drawn so far. */
  drawn: z.number(),
  pieces: z.number(),
  /** The number of pages of a paper that is done; else 0. */
  pages: z.number(),
  /** The size of the file in bytes. */
  size: z.number(),
  /** One sentence for each piece that is not in the paper: it is discontinued, or was deleted meanwhile. */
  leftOut: z.array(z.string()),
  createdAt: z.string(),
  /** When its file is deleted; null unless it is done. */
  until: z.string().nullable(),
});
export type CataloguePaper = z.infer<typeof cataloguePaper>;

const byId = z.object({ id: pathId });

export const cataloguePaperEndpoints = {
  listCataloguePapers: endpoint({
    method: 'GET',
    path: '/admin/catalogues',
    access: 'viewer',
    summary:
      'Catalogues, price lists and wall labels that wait, are being drawn, or can be downloaded, the latest first',
    /** `hasGst`: lists with prices say that GST is included. `place`: the address of the shop on covers; may be empty. */
    reply: z.object({ papers: z.array(cataloguePaper), hasGst: z.boolean(), place: z.string() }),
  }),
  makeCataloguePaper: endpoint({
    method: 'POST',
    path: '/admin/catalogues',
    access: 'staff',
    summary: 'Make a catalogue, a price list or wall labels as a PDF. One is drawn at a time, others wait',
    body: paperOrder,
    reply: z.object({ paper: cataloguePaper }),
    status: 201,
    refuses: [404, 409],
  }),
  getCataloguePaper: endpoint({
    method: 'GET',
    path: '/admin/catalogues/:id',
    access: 'viewer',
    summary: 'How far a paper is',
    params: byId,
    reply: z.object({ paper: cataloguePaper }),
    refuses: [404],
  }),
  downloadCataloguePaper: endpoint({
    method: 'GET',
    path: '/admin/catalogues/:id/download',
    access: 'viewer',
    summary: 'The PDF of a paper that is done',
    params: byId,
    reply: 'pdf',
    refuses: [404, 409],
  }),
  removeCataloguePaper: endpoint({
    method: 'DELETE',
    path: '/admin/catalogues/:id',
    access: 'staff',
    summary: 'Cancel a paper, or delete its file',
    params: byId,
    reply: z.object({}),
    refuses: [404],
  }),
  listCataloguePieces: endpoint({
    method: 'GET',
    path: '/admin/catalogue-pieces',
    access: 'viewer',
    summary: 'The listings with these ids, in the given order; unknown ids are left out',
    query: z.object({
      /** Ids of listings, separated by commas. */
      ids: z
        .string()
        .transform((text) => text.split(',').filter(Boolean))
        .pipe(z.array(id).max(mostPieces, `At most ${mostPieces} pieces`))
        .meta({ type: 'string' }),
    }),
    reply: z.object({ listings: z.array(adminListing) }),
  }),
};
