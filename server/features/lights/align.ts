import sharp, { type Sharp } from 'sharp';
import { edgesOf, type Pixels } from './edges.ts';
import { type Cv, openCv, withMats } from './open-cv.ts';
import { rasterOf, register } from './register.ts';
import { type Movement, resized, type Transform } from './transform.ts';

/** Pixels: the largest width of an aligned photograph. The widest variant of a picture has the same width. */
const largestWidth = 2048;
/** Pixels: the least length of the longer side. A smaller photograph has too little detail to be aligned. */
const leastSide = 640;
/** The largest difference between the proportions (width / height) of photograph and picture, as a share. */
const shapeTolerance = 0.03;

/**
 * The largest movement that is corrected: `distance` as a share of the width, `rotation` in degrees, `scale` as a share of the size. The
 * search also finds a little more (decision 0058).
 */
const largest = { distance: 0.032, rotation: 1.1, scale: 0.022 };
/** The least share of the picture's patches that must support the transform. */
const leastSupport = 0.28;
/** See `Registered.sharpness`. */
const leastSharpness = 0.7;
/** Above this correlation of the edges of small copies, -1 to 1, two pictures are taken to show the same. */
const leastLikeness = 0.6;

/** The outcome as plain values, because it is sent between processes. */
export type AlignOutcome =
  | { kind: 'aligned'; bytes: Uint8Array; moved: { distance: number; rotation: number; scale: number } }
  | { kind: 'too small'; pixels: number }
  | { kind: 'turned' | 'other shape' | 'blurred' | 'unlike' }
  | { kind: 'moved'; how: string };

/**
 * Lays a photograph over the reference picture: same size, same framing, encoded as lossless WebP in sRGB. The outcome is a reason for
 * refusal if it does not fit (docs/behaviour/lights.md, 5 to 9).
 */
export async function align(referenceFile: Uint8Array, photographFile: Uint8Array): Promise<AlignOutcome> {
  const [wanted, sent] = await Promise.all([sharp(referenceFile).metadata(), sharp(photographFile).metadata()]);
  if (Math.max(sent.width, sent.height) < leastSide) return { kind: 'too small', pixels: leastSide };
  const [wantedShape, sentShape] = [wanted.width / wanted.height, sent.width / sent.height];
  if (Math.abs(sentShape / wantedShape - 1) > shapeTolerance)
    return { kind: Math.abs(1 / sentShape / wantedShape - 1) < shapeTolerance ? 'turned' : 'other shape' };

  const width = Math.min(wanted.width, largestWidth);
  const size = { width, height: Math.round(width / wantedShape) };
  const reference = await decoded(referenceFile, size);
  const photograph = await decoded(photographFile, size);
  const { transform, movement, support, sharpness, fineWidth } = await register(
    pictureOf(reference),
    pictureOf(photograph),
  );
  const { cv } = await openCv();
  if (support < leastSupport) return { kind: await whyUnlike(cv, reference, photograph, sharpness) };
  if (sharpness < leastSharpness) return { kind: 'blurred' };
  const how = tooFar(movement, fineWidth);
  if (how) return { kind: 'moved', how };
  const pixels = warp(cv, photograph, resized(transform, size.width / fineWidth));
  const bytes = await pictureOf(pixels).webp({ lossless: true, effort: 0 }).toBuffer();
  return { kind: 'aligned', bytes, moved: movedBy(movement, fineWidth) };
}

/** Decodes a file so that it fills `size`. If its proportions differ, the same amount is cut off on two opposite sides. */
async function decoded(file: Uint8Array, size: { width: number; height: number }): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error('a picture in sRGB without transparency has three channels');
  return { data, width: info.width, height: info.height };
}

const pictureOf = ({ data, width, height }: Pixels): Sharp => sharp(data, { raw: { width, height, channels: 3 } });

/** A movement as the panel shows it: `distance` in percent of the width, `rotation` in degrees without its sign, `scale` in percent. */
const movedBy = ({ x, y, rotation, scale }: Movement, width: number) => ({
  distance: rounded((100 * Math.hypot(x, y)) / width),
  rotation: rounded(Math.abs(rotation)),
  scale: rounded(100 * (scale - 1)),
});
const rounded = (value: number) => Math.round(value * 100) / 100;

/** Says in words how the photograph differs from the picture, if that is too much to correct; an empty text otherwise. */
function tooFar(movement: Movement, width: number): string {
  const { distance, rotation, scale } = movedBy(movement, width);
  const parts = [
    distance > 100 * largest.distance && `moved by ${distance.toFixed(1)}% of the width`,
    rotation > largest.rotation && `turned by ${rotation.toFixed(1)} degrees`,
    Math.abs(scale) > 100 * largest.scale && `${Math.abs(scale).toFixed(1)}% ${scale > 0 ? 'larger' : 'smaller'}`,
  ].filter((part) => part !== false);
  return parts.join(' and ');
}

/** Moves a photograph by the transform. Where the photograph does not reach, the pixels of its edge are repeated. */
function warp(cv: Cv, { data, width, height }: Pixels, transform: Transform): Pixels {
  return withMats((mat) => {
    const [source, moved] = [mat(new cv.Mat(height, width, cv.CV_8UC3)), mat(new cv.Mat())];
    source.data.set(data);
    const matrix = mat(cv.matFromArray(2, 3, cv.CV_64FC1, [...transform]));
    const flags = cv.INTER_LANCZOS4 + cv.WARP_INVERSE_MAP;
    cv.warpAffine(source, moved, matrix, new cv.Size(width, height), flags, cv.BORDER_REPLICATE);
    return { data: Uint8Array.from(moved.data), width, height };
  });
}

/** Says why too little of the picture was found in the photograph, by comparing small copies of both, also turned and mirrored. */
async function whyUnlike(
  cv: Cv,
  reference: Pixels,
  photograph: Pixels,
  sharpness: number,
): Promise<'blurred' | 'turned' | 'unlike'> {
  const small = await rasterOf(pictureOf(reference), 96);
  const likeness = async (turned: Sharp) => {
    // Encoded in between, because in a single pipeline sharp would resize before it turns.
    const whole = await turned.png().toBuffer();
    const { data } = await sharp(whole)
      .resize({ width: small.width, height: small.height, fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return correlation(cv, small, { ...small, data });
  };
  const picture = await rasterOf(pictureOf(photograph), 192);
  const upright = await likeness(pictureOf(picture));
  if (sharpness < leastSharpness && upright > leastLikeness) return 'blurred';
  const turned = [90, 180, 270].map((angle) => pictureOf(picture).rotate(angle));
  for (const variant of [...turned, pictureOf(picture).flop(), pictureOf(picture).flip()])
    if ((await likeness(variant)) > upright + 0.15) return 'turned';
  return 'unlike';
}

function correlation(cv: Cv, one: Pixels, other: Pixels): number {
  return withMats((mat) => {
    const [a, b, result] = [mat(edgesOf(cv, one, 2)), mat(edgesOf(cv, other, 2)), mat(new cv.Mat())];
    cv.matchTemplate(a, b, result, cv.TM_CCOEFF_NORMED, mat(new cv.Mat()));
    return result.data32F[0] ?? 0;
  });
}
