import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { AdminApi } from './admin-api.ts';

/** A piece of the demo with photographs under seven lights. It has no scan, whose tiles would come in the middle of a test. */
export const litPiece = 'dry-garden';

/**
 * Waits until the demo has the photographs of this piece. Those that the page requests from now on are in the result, each once, as the
 * direction in the name of its file: `e`, `ne` …, or `above`.
 */
export async function recordLights(page: Page, adminApi: AdminApi): Promise<string[]> {
  // They are stored after the shop has started.
  await expect.poll(async () => (await adminApi.lights(litPiece)).length, { timeout: 60_000 }).toBe(7);
  const directions = new Map(
    (await adminApi.lights(litPiece)).map(({ fileName, image }) => [
      folderOf(image.url),
      /-([a-z]+)\.webp$/.exec(fileName)?.[1] ?? '',
    ]),
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

/** How much lighter the left part of the stage is than the right one. */
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
