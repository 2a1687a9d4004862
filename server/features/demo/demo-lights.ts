import { insertLights } from '#server/features/lights/lights.ts';
import type { Writer } from '#server/platform/database/database.ts';
import lightsOfPieces from './lights.json' with { type: 'json' };

/** The names of the photographs under several lights. */
export const lightFiles = Object.values(lightsOfPieces).flatMap((lights) => lights.map(({ file }) => file));

/**
 * Gives three pieces of the demo photographs under several lights, which are aligned with the first picture of the piece already.
 * `urlOf` returns the address of a picture or photograph by its file name.
 */
export async function insertDemoLights(tx: Writer, urlOf: (file: string) => string, now: number): Promise<void> {
  for (const [listingId, lights] of Object.entries(lightsOfPieces)) {
    const placed = lights.map(({ file, ...direction }) => ({ picture: urlOf(file), fileName: file, ...direction }));
    await insertLights(tx, listingId, { reference: urlOf(`${listingId}-1.webp`), lights: placed, at: now });
  }
}
