import { insertCloseLook } from '#server/features/close-look/close-look.ts';
import type { Writer } from '#server/platform/database/database.ts';
import closeLooks from './close-looks.json' with { type: 'json' };

/**
 * Where the flat pieces of the demo lie in their first pictures, at the outer edge of the frame, and details with words. Vessels, boxes
 * and trays stand at an angle to the camera, so that no edge in the picture has their measures. `urlOf` returns the address of a picture.
 */
export async function insertDemoCloseLooks(tx: Writer, urlOf: (file: string) => string, now: number): Promise<void> {
  for (const { slug, picture, box, details } of closeLooks)
    await insertCloseLook(tx, slug, { picture: urlOf(picture), box, details, changedAt: now });
}
