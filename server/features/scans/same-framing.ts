import sharp from 'sharp';
import { plainGround } from '#server/platform/pictures/plain-ground.ts';

/** The pictures are compared at this width and height, pixels. */
const side = 32;
/**
 * The demo's scans reach 0.99 with their own pictures and at most 0.53 with any other; a margin of 3 % that is cut off gives some 0.7, one
 * of 5 % less than 0.6. Another camera, other light or a print of other contrast changes much less.
 */
const leastCorrelation = 0.6;
/** Standard deviation, of 255, below which a picture is one plain colour and a correlation says nothing. */
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
