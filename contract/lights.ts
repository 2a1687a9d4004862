import { z } from 'zod';
import { image } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { id, line, pathId } from './text.ts';

/**
 * Where a light stands, in whole degrees: `azimuth` 0 is right and 90 is above the upper edge, `elevation` 90 is straight in front
 * of the piece.
 */
const direction = {
  azimuth: z.int('Please enter whole degrees').min(0, 'At least 0 degrees').max(359, 'At most 359 degrees'),
  elevation: z.int('Please enter whole degrees').min(0, 'At least 0 degrees').max(90, 'At most 90 degrees'),
};

/** A photograph under one light, as the panel shows it. */
const keptLight = z.object({
  id: z.string(),
  image,
  /** The name of the file that was sent. */
  fileName: z.string(),
  ...direction,
  /** The movement that aligned the photograph: `distance` in percent of the width, `rotation` in degrees, `scale` in percent. */
  moved: z.object({ distance: z.number(), rotation: z.number(), scale: z.number() }),
});
export type KeptLight = z.output<typeof keptLight>;

/** All photographs of a piece under lights (docs/behaviour/lights.md). */
const lightSet = z.object({
  /** The picture that the photographs lie over; null if the piece has none that the shop stores. */
  picture: image.nullable(),
  /** Whether the photographs lie over another picture, which was looked at before. Then the viewer does not show them. */
  isOfOtherPicture: z.boolean(),
  /** Whether the viewer shows the photographs. */
  isShown: z.boolean(),
  /** Sorted by azimuth, then by elevation. */
  photographs: z.array(keptLight),
});
export type LightSet = z.output<typeof lightSet>;

const byId = z.object({ id: pathId });
const oneSet = z.object({ lights: lightSet });

export const lightEndpoints = {
  getLights: endpoint({
    method: 'GET',
    path: '/admin/products/:id/lights',
    access: 'viewer',
    summary: 'The photographs of a piece under lights from known directions',
    params: byId,
    reply: oneSet,
    refuses: [404],
  }),
  addLight: endpoint({
    method: 'POST',
    path: '/admin/products/:id/lights',
    access: 'staff',
    summary: 'Upload a photograph of the same framing under one light; it is aligned with the picture or refused',
    params: byId,
    query: z.object({
      azimuth: z.coerce.number().pipe(direction.azimuth),
      elevation: z.coerce.number().pipe(direction.elevation),
      name: line(limits.shortText * 2, 'A file has a name'),
    }),
    upload: { field: 'images', count: 1 },
    reply: oneSet,
    status: 201,
    refuses: [404, 409],
  }),
  changeLights: endpoint({
    method: 'PUT',
    path: '/admin/products/:id/lights',
    access: 'staff',
    summary: 'Write the directions of all photographs, and whether the viewer has them',
    params: byId,
    body: z.object({
      isShown: z.boolean(),
      photographs: z.array(z.object({ id, ...direction })).max(limits.lightPhotographs),
    }),
    reply: oneSet,
    refuses: [404, 409],
  }),
  removeLight: endpoint({
    method: 'DELETE',
    path: '/admin/products/:id/lights/:lightId',
    access: 'staff',
    summary: 'Remove a photograph; with less than three left the viewer has none',
    params: byId.extend({ lightId: pathId }),
    reply: oneSet,
    refuses: [404],
  }),
};
