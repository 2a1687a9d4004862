import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { AdminApi } from './admin-api.ts';

/** A piece of the demo with photographs under seven lights and without a scan, whose tiles would load during a test. */
export const litPiece = 'dry-garden';

/**
 * Returns a list to which each of the seven photographs of `litPiece` is added, once, when the page requests it: as the direction of its
 * light, which is in the name of its file (`e`, `ne` …, or `above`).
 */
export async function recordLights(page: Page, adminApi: AdminApi): Promise<string[]> {
  const lights = await adminApi.lights(litPiece);
  expect(lights).toHaveLength(7);
  const directions = new Map(
    lights.map(({ fileName, image }) => [folderOf(image.url), /-([a-z]+)\.webp$/.exec(fileName)?.[1] ?? '']),
  );
  const requested: string[] = [];
  page.on('request', (request) => {
    const direction = directions.get(folderOf(new URL(request.url()).pathname));
    if (direction && !requested.includes(direction)) requested.push(direction);
  });
  return requested;
}

/** All files of a picture are in one folder. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** The lightness of the left part of the stage, divided by that of the right part. */
export async function leftToRight(page: Page): Promise<number> {
  const stage = page.getByRole('group', { name: /^The surface of/ });
  const { data, info } = await sharp(await stage.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lightness = (from: number, to: number) => {
    let sum = 0;
    for (let row = Math.round(0.35 * info.height); row < 0.65 * info.height; row += 1)
      for (let column = Math.round(from * info.width); column < to * info.width; column += 1)
        sum += data[(row * info.width + column) * info.channels] ?? 0;
    return sum;
  };
  return lightness(0.2, 0.35) / lightness(0.65, 0.8);
}
