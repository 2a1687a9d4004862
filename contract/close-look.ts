import { z } from 'zod';
import { image } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { line, pathId } from './text.ts';

const fraction = z.number('A place in a picture is a number').min(0).max(1);
/** The error that is allowed, because sums and differences of fractions are not exact. */
const tolerance = 0.000_001;

/** A part of a picture, in fractions of its width and height from the left and upper edge. */
export const box = z
  .object({ x: fraction, y: fraction, width: fraction, height: fraction })
  .refine(({ x, width }) => x + width <= 1 + tolerance, 'The box must lie inside the picture')
  .refine(({ y, height }) => y + height <= 1 + tolerance, 'The box must lie inside the picture')
  .refine(
    ({ width, height }) => Math.min(width, height) >= limits.boxSide - tolerance,
    'The box must be at least 1 percent of the picture wide and high',
  );
export type Box = z.output<typeof box>;

/** A part of a piece that the shop says something about. */
export const detail = z.object({
  name: line(limits.name, 'Please name the detail'),
  text: line(limits.shortProse).default(''),
  box,
});
export type Detail = z.output<typeof detail>;

/** A photograph under one light, with the same framing as the picture that is looked at. Angles are in degrees. */
const lightPhotograph = z.object({
  image,
  /** Where the light stands: 0 is right, 90 is above the upper edge, 180 is left. */
  azimuth: z.number(),
  /** How high the light stands: 0 is level with the surface, 90 is straight in front of it. */
  elevation: z.number(),
});
export type LightPhotograph = z.output<typeof lightPhotograph>;

/** What the zoom viewer shows of a piece (docs/behaviour/close-look.md). All boxes are in fractions of `image`. */
export const closeLook = z.object({
  /** The picture of the listing that is looked at. */
  image,
  /** Where the piece lies in the picture; null if nobody has entered it; then there is no scale and no view on a wall. */
  box: box.nullable(),
  /** The true size of `box`; null without a box, if a measure of the listing is not known, or if their proportions differ. */
  sizeCm: z.object({ width: z.number(), height: z.number() }).nullable(),
  details: z.array(detail),
  /** A tiled scan with the same framing; `address` is the id of its IIIF image service, from the root of the shop. */
  scan: z.object({ address: z.string(), width: z.number(), height: z.number() }).nullable(),
  /** Photographs under lights from known directions: at least three, or none. */
  lights: z.array(lightPhotograph),
});
export type CloseLook = z.output<typeof closeLook>;

/** What staff enters for the close look (docs/behaviour/close-look.md, 20 to 25). Boxes are in fractions of `picture`. */
const writtenCloseLook = z.object({
  /** The path of a picture that the listing has and the shop stores. */
  picture: line(limits.url, 'Please choose a picture'),
  box: box.nullable(),
  details: z.array(detail).max(limits.detailsPerPiece, `A piece has at most ${limits.detailsPerPiece} details`),
});
export type WrittenCloseLook = z.output<typeof writtenCloseLook>;

/** What staff has entered for the close look of a listing, and what the panel needs to edit it. */
const editedCloseLook = z.object({
  listing: z.object({
    id: z.string(),
    name: z.string(),
    widthCm: z.number().nullable(),
    heightCm: z.number().nullable(),
    /** Whether visitors can open the page of the listing. */
    isPublic: z.boolean(),
  }),
  /** The pictures of the listing that the shop stores, in their order. */
  pictures: z.array(image),
  /**
   * What staff has entered; null if nothing. Its `picture` may have left the listing: then visitors see nothing of it, and the
   * panel offers another picture.
   */
  look: writtenCloseLook.nullable(),
  /**
   * The path of the picture that visitors look at. If there is a `look`: its picture, or null if the listing no longer has that picture.
   * Otherwise: the picture of the scan, of the photographs under lights, or the first of `pictures`; null if there is none.
   */
  lookedAt: z.string().nullable(),
  /** Changes with every edit of `look`; 0 without `look`. A request sends it, so that it cannot overwrite a newer edit. */
  version: z.number().int(),
});
export type EditedCloseLook = z.output<typeof editedCloseLook>;

const byId = z.object({ id: pathId });
const closeLookPath = '/admin/products/:id/close-look';

export const closeLookEndpoints = {
  getCloseLook: endpoint({
    method: 'GET',
    path: closeLookPath,
    access: 'viewer',
    summary: 'What staff has entered for the close look of a piece: its picture, the box of the piece and the details',
    params: byId,
    reply: z.object({ closeLook: editedCloseLook }),
    refuses: [404],
  }),
  writeCloseLook: endpoint({
    method: 'PUT',
    path: closeLookPath,
    access: 'staff',
    summary: 'Replace picture, box and details; `version` is the one that was read, an older one is refused',
    params: byId,
    body: writtenCloseLook.extend({ version: z.number().int() }),
    reply: z.object({ closeLook: editedCloseLook }),
    refuses: [404, 409],
  }),
  removeCloseLook: endpoint({
    method: 'DELETE',
    path: closeLookPath,
    access: 'staff',
    summary: 'Remove the box of the piece and all details. Pictures, scan and photographs under lights stay',
    params: byId,
    /** The version that was read; an older one is refused. */
    query: z.object({ version: z.coerce.number().int() }),
    reply: z.object({ closeLook: editedCloseLook }),
    refuses: [404, 409],
  }),
};
