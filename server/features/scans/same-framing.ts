import sharp from 'sharp';
import { plainGround } from '#server/platform/pictures/plain-ground.ts';

/** The pictures are compared at this width and height, pixels. */
const side = 32;
/**
 * Measured with the demo: a scan and its own picture correlate with 0.99, a scan and any other picture with at most 0.53. With a margin of
 * 3 % cut off it is about 0.7, with 5 % less than 0.6. Another camera, light or contrast changes the correlation much less.
 */
const leastCorrelation = 0.6;
/** Standard deviation of grey values from 0 to 255. A picture below it is one plain colour, whose correlation means nothing. */
const plain = 1.5;

type Source = string | Buffer;

/** Whether two pictures of the same proportions show the same from edge to edge, whatever their brightness, contrast and size. */
export async function haveSameFraming(one: Source, other: Source): Promise<boolean> {
  const [left, right] = [await smallPicture(one), await smallPicture(other)];
  const [leftIsPlain, rightIsPlain] = [deviation(left) < plain, deviation(right) < plain];
  if (leftIsPlain || rightIsPlain) return leftIsPlain === rightIsPlain;
  return correlation(left, right) >= leastCorrelation;
}

async function smallPicture(source: Source): Promise<number[]> {
  const grey = await sharp(source, { limitInputPixels: false })
    .flatten({ background: plainGround })
    .resize({ width: side, height: side, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return [...grey];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const deviation = (values: readonly number[]) => Math.sqrt(covariance(values, values));

function covariance(one: readonly number[], other: readonly number[]): number {
  const [oneMean, otherMean] = [mean(one), mean(other)];
  return mean(one.map((value, position) => (value - oneMean) * ((other[position] ?? 0) - otherMean)));
}

/** From -1 to 1. */
const correlation = (one: readonly number[], other: readonly number[]) =>
  covariance(one, other) / (deviation(one) * deviation(other));
