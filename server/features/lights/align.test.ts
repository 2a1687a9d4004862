import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { movedPhotograph } from '#server/testing/light-photographs.ts';
import { align } from './align.ts';
import { alignInProcess } from './align-in-process.ts';

const demo = new URL('../demo/', import.meta.url);
const picture = (name: string) => readFile(new URL(`pictures/${name}-1.webp`, demo));
const light = (name: string) => readFile(new URL(`lights/${name}.webp`, demo));

describe('A photograph under another light', () => {
  for (const [name, direction] of [
    ['red-river-moon', 'ne'],
    ['three-carp-falling-petals', 'sw'],
  ] as const)
    it(`of ${name} is laid over the picture although the camera has moved, turned and come nearer`, async () => {
      const original = await light(`${name}-${direction}`);
      const sent = await movedPhotograph(
        original,
        { x: 21.3, y: -14.6, rotation: 0.6, scale: 1.012 },
        { exposure: 0.8, noise: 4 },
      );
      const aligned = await alignInProcess(await picture(name), sent);
      if (aligned?.kind !== 'aligned') throw new Error(aligned?.kind);
      const { width = 0, height = 0 } = await sharp(original).metadata();
      expect(await sharp(aligned.bytes).metadata()).toMatchObject({ width, height, format: 'webp' });
      // Each tolerance moves the corners of the picture by less than one pixel.
      expect(aligned.moved.distance).toBeCloseTo((100 * Math.hypot(21.3, 14.6)) / width, 1);
      expect(Math.abs(aligned.moved.rotation - 0.6)).toBeLessThan(0.03);
      expect(Math.abs(aligned.moved.scale - 1.2)).toBeLessThan(0.05);
      const darker = await sharp(original).linear(0.8).toBuffer();
      expect(await differenceOf(darker, aligned.bytes)).toBeLessThan(0.5 * (await differenceOf(darker, sent)));
    });

  const size = { width: 800, height: 612 };
  const toSize = { ...size, fit: 'fill' as const };
  const small = async (name: string) => sharp(await light(name)).resize(toSize);
  for (const [words, kind, change] of [
    ['it shows another piece', 'unlike', () => small('dry-garden-e')],
    ['it is blurred', 'blurred', async () => sharp(await (await carp()).toBuffer()).blur(3)],
    ['it is upside down', 'turned', async () => sharp(await (await carp()).toBuffer()).rotate(180)],
    ['it is turned by 90 degrees', 'turned', async () => sharp(await (await carp()).toBuffer()).rotate(90)],
    ['it is cropped to another shape', 'other shape', async () => (await carp()).resize(700, 612, { fit: 'cover' })],
    ['the camera has moved too far', 'moved', async () => sharp(await movedCarp())],
    ['it is too small', 'too small', async () => (await carp()).resize(400, 306)],
  ] as const)
    it(`is refused when ${words}`, async () => {
      const reference = sharp(await picture('three-carp-falling-petals')).resize(toSize);
      const file = await (await change()).toBuffer();
      // In this process: loading OpenCV takes longer than one comparison.
      expect((await align(await reference.toBuffer(), file)).kind).toBe(kind);
    });
  const carp = () => small('three-carp-falling-petals-e');
  const movedCarp = async () =>
    movedPhotograph(await (await carp()).toBuffer(), { x: 45, y: 0, rotation: 0, scale: 1 }, {});

  it('has no outcome when its file is not a picture', async () => {
    expect(await alignInProcess(await picture('dry-garden'), Buffer.from('no picture'))).toBeNull();
  });
});

/** The mean difference, 0 to 255, of the values of two pictures of the same size, in a square away from their edges. */
async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const inner = { left: 100, top: 100, width: 1000, height: 1000 };
  const [a, b] = await Promise.all(
    [one, other].map((file) => sharp(file).removeAlpha().extract(inner).raw().toBuffer()),
  );
  if (!a || !b) throw new Error('there are not two pictures');
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
