import { expect, test } from 'vitest';
import type { Image } from '#contract/catalog.ts';
import type { LightPhotograph } from '#contract/close-look.ts';
import { maxZoom, zoomText } from './frame.ts';
import { commonWidth, fileOf, inOrderFrom, nearestTo, rigOf } from './light/photographs.ts';
import { scaleBar } from './scale.ts';
import { detailOf, placeIn, viewAddress } from './view-address.ts';
import { levelsOf } from './zoom-sources.ts';

test('the scale bar has the shortest of its lengths that is longer than 70 CSS pixels, or 50 cm if none is', () => {
  const lengths = [0.5, 1.5, 4, 8, 71, 100, 141, 351, 701].map((perCm) => scaleBar(perCm).words);
  expect(lengths).toEqual(['50 cm', '50 cm', '20 cm', '10 cm', '1 cm', '1 cm', '5 mm', '2 mm', '1 mm']);
  expect(scaleBar(8).width).toBe(80);
  // A piece 8 cm wide on a phone, at the largest zoom.
  expect(scaleBar((375 * 12) / 8).width).toBeLessThan(375);
});

test('the zoom ends at twelve times the whole picture, or where a pixel of the picture takes two CSS pixels', () => {
  expect(maxZoom(600, 10_000)).toBe(12);
  expect(maxZoom(600, 1_500)).toBe(5);
  // The whole picture already takes more than two CSS pixels for each of its pixels.
  expect(maxZoom(600, 200)).toBe(1);
  expect([1, 1.04, 2.46, 9.96, 11.7].map(zoomText)).toEqual(['1x', '1x', '2.5x', '10x', '12x']);
});

test('the address of a view names a detail, a place or both; anything else in it names neither', () => {
  expect(viewAddress({ detail: null, place: null })).toBe('');
  expect(viewAddress({ detail: 2, place: null })).toBe('?detail=2');
  const place = { x: 0.6154, y: -0.2, zoom: 3.204 };
  expect(viewAddress({ detail: 1, place })).toBe('?detail=1#at=0.6154,0,3.2');
  expect(placeIn('#at=0.6154,0,3.2')).toEqual({ x: 0.6154, y: 0, zoom: 3.2 });
  for (const other of ['', '#main', '#at=1,2', '#at=a,b,c', '#at=0.1,0.2,3;x']) expect(placeIn(other)).toBeNull();
  expect(['?detail=2', '?detail=3', '?detail=0', '?detail=x', ''].map((search) => detailOf(search, 2))).toEqual([
    ...[2, null, null, null, null],
  ]);
});

test('the photographs that the light needs are loaded first: the two nearest to it and the one lit from above', () => {
  const lights = [0, 60, 120, 180, 240, 300].map((azimuth) => lightAt(azimuth, 15)).concat(lightAt(0, 90));
  expect(inOrderFrom(190, lights).slice(0, 3)).toEqual([3, 4, 6]);
  expect(inOrderFrom(350, lights).slice(0, 3)).toEqual([0, 5, 6]);
  expect([...inOrderFrom(45, lights)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(nearestTo(225, lights)).toBe(4);
});

test('if all lights stand above the piece, they count as the lights around it', () => {
  const lights = [0, 120, 240].map((azimuth) => lightAt(azimuth, 70));
  expect(rigOf(lights).circle.map(({ index }) => index)).toEqual([0, 1, 2]);
});

test('a photograph is loaded as a variant within the limit, and as the original only if that is clearly sharper', () => {
  expect(fileOf(image(1_295, [640, 1_280]), 2_048)).toMatchObject({ width: 1_280 });
  expect(fileOf(image(1_295, [640, 1_280]), 960)).toMatchObject({ width: 640 });
  expect(fileOf(image(1_295, []), 2_048)).toMatchObject({ width: 1_295, url: 'original' });
  expect(commonWidth([image(1_295, []), image(2_048, [])], 960)).toBe(960);
  expect(levelsOf(image(1_295, [640, 1_280])).map(({ width }) => width)).toEqual([640, 1_280, 1_295]);
  expect(levelsOf(image(8_000, [640, 2_048])).map(({ width }) => width)).toEqual([640, 2_048]);
});

function lightAt(azimuth: number, elevation: number): LightPhotograph {
  return { azimuth, elevation, image: image(1_295, []) };
}

function image(width: number, widths: readonly number[]): Image {
  const variants = widths.map((each) => ({ type: 'image/webp' as const, width: each, url: `${each}` }));
  return { url: 'original', alt: '', width, height: width, placeholder: '#000000', variants };
}
