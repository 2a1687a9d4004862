// The only file of this feature that other features and the composition import (docs/behaviour/lights.md, decision 0058).
import type { Image } from '#contract/catalog.ts';
import type { LightPhotograph } from '#contract/close-look.ts';
import { limits } from '#contract/limits.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Direction } from './directions.ts';
import {
  insertLight,
  type LightRow,
  selectLightPictures,
  selectLights,
  selectSet,
  upsertSet,
} from './lights.queries.ts';

/** The path of the picture that the photographs of a listing lie over; null without photographs. */
export async function findLitPicture(reader: Reader, listingId: string): Promise<string | null> {
  return (await selectSet(reader, listingId))?.reference ?? null;
}

/**
 * The photographs that the viewer shows of a listing, by azimuth and then by elevation; `picture` is the path of the picture that is
 * looked at. Empty unless they are shown, lie over this picture and are at least three (docs/behaviour/lights.md, 1 to 3).
 */
export async function findLights(reader: Reader, listingId: string, picture: string): Promise<LightPhotograph[]> {
  const set = await selectSet(reader, listingId);
  if (set?.is_shown !== 1 || set.reference !== picture) return [];
  const rows = await selectLights(reader, listingId);
  if (rows.length < limits.leastLightPhotographs) return [];
  const images = await imagesOf(reader, rows);
  return rows.flatMap(({ azimuth, elevation }, position) => {
    const image = images[position];
    return image ? [{ image, azimuth, elevation }] : [];
  });
}

/** The pictures of these photographs, in the same order, without alternative texts: the picture they lie over has one. */
export async function imagesOf(reader: Reader, rows: readonly LightRow[]): Promise<Image[]> {
  const [images = []] = await imageSets(reader, [rows.map(({ picture }) => ({ url: picture, alt: '' }))]);
  return images;
}

/** The paths of all photographs under lights, so that these pictures count as used. */
export function picturesInLights(reader: Reader): Promise<string[]> {
  return selectLightPictures(reader);
}

interface AlignedLight extends Direction {
  /** The path of a stored picture. */
  picture: string;
  fileName: string;
}

/** Writes the aligned photographs of a demo listing. They are deleted together with the listing. */
export async function insertLights(
  tx: Writer,
  listingId: string,
  { reference, lights, at }: { reference: string; lights: readonly AlignedLight[]; at: number },
): Promise<void> {
  await upsertSet(tx, { listing_id: listingId, reference, is_shown: 1 });
  for (const { picture, fileName, azimuth, elevation } of lights)
    await insertLight(tx, {
      id: `${listingId}-${azimuth}-${elevation}`,
      listing_id: listingId,
      picture,
      azimuth,
      elevation,
      // The path contains the hash of the file.
      sent_hash: picture.split('/')[2] ?? picture,
      file_name: fileName,
      created_at: at,
      moved: JSON.stringify({ distance: 0, rotation: 0, scale: 0 }),
    });
}
