import { insertCloseLook } from '#server/features/close-look/close-look.ts';
import type { Writer } from '#server/platform/database/database.ts';
import closeLooks from './close-looks.json' with { type: 'json' };

/**
 * Writes the close looks of the flat pieces of the demo: where they lie in their first pictures, frame included, and details with
 * texts. Vessels, boxes and trays have none, because they stand at an angle to the camera and no edge in the picture has their
 * measures. `urlOf` returns the address of a picture.
 */
export async function insertDemoCloseLooks(tx: Writer, urlOf: (file: string) => string, now: number): Promise<void> {
  for (const { slug, picture, box, details } of closeLooks)
    await insertCloseLook(tx, slug, { picture: urlOf(picture), box, details, changedAt: now });
}
