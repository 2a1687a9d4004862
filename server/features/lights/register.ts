import type { Sharp } from 'sharp';
import { coloursOf, edgesOf, type Pixels } from './edges.ts';
import { type Cv, type Mat, openCv, withMats } from './open-cv.ts';
import { refine } from './patches.ts';
import { identity, type Movement, movementOf, resized, type Transform, withoutShear } from './transform.ts';

/** Pixels: the longer side of the copies in which patches are compared. */
const fineSide = 1600;
/** At this share of patches a transform is certain enough that no other start is tried. */
const enoughSupport = 0.55;

/** One way to begin the search: `look` makes what is compared, from copies whose longer side has each of `sides` in pixels. */
interface Start {
  sides: readonly number[];
  look: (cv: Cv, pixels: Pixels) => Mat;
}

const starts: readonly Start[] = [
  { sides: [160, 320, 640], look: (cv, pixels) => edgesOf(cv, pixels, 2) },
  // For reliefs, whose edges move with the lamp.
  { sides: [200, 400, 800], look: coloursOf },
];

export interface Registered {
  /** In pixels of copies that are `fineWidth` wide, as is `movement`. */
  transform: Transform;
  fineWidth: number;
  movement: Movement;
  /** The share of all patches of the picture that support the transform, 0 to 1. */
  support: number;
  /** The sharpness of the photograph divided by that of the reference: about 1 if it is not blurred. */
  sharpness: number;
}

/**
 * Finds where a photograph shows what the reference shows, whatever its light (decision 0058). Both have the same size in pixels.
 * OpenCV's findTransformECC finds the transform coarse to fine; patches make it exact.
 */
export async function register(reference: Sharp, photograph: Sharp): Promise<Registered> {
  const { cv } = await openCv();
  const fine = await Promise.all([rasterOf(reference, fineSide), rasterOf(photograph, fineSide)]);
  const size = fine[0];
  const edges = fine.map((pixels) => edgesOf(cv, pixels, 1.5));
  try {
    const [ofReference, ofPhotograph] = edges;
    if (!ofReference || !ofPhotograph) throw new Error('expected the edges of two pictures');
    let best = { transform: identity, support: -1 };
    for (const start of starts) {
      const coarse = await findCoarse(cv, start, { reference, photograph, size });
      const refined = refine(cv, ofReference, ofPhotograph, coarse);
      if (refined.support > best.support) best = refined;
      if (best.support >= enoughSupport) break;
    }
    // The search may have failed although the camera did not move at all.
    if (best.support < enoughSupport) {
      const still = refine(cv, ofReference, ofPhotograph, identity);
      if (still.support > best.support) best = still;
    }
    const [ofPicture, own] = fine.map((pixels) => sharpnessOf(cv, middleOf(pixels)));
    return {
      ...best,
      fineWidth: size.width,
      movement: movementOf(best.transform, size),
      sharpness: (own ?? 0) / (ofPicture || 1),
    };
  } finally {
    for (const matrix of edges) matrix.delete();
  }
}

/** Searches the transform from coarse to fine, and returns it for pictures of `size`. */
async function findCoarse(
  cv: Cv,
  { sides, look }: Start,
  { reference, photograph, size }: { reference: Sharp; photograph: Sharp; size: Pixels },
): Promise<Transform> {
  let transform = identity;
  for (const side of sides) {
    const [one, other] = [await rasterOf(reference, side), await rasterOf(photograph, side)];
    const factor = one.width / size.width;
    transform = withMats((mat) => {
      const [a, b] = [mat(look(cv, one)), mat(look(cv, other))];
      const matrix = mat(cv.matFromArray(2, 3, cv.CV_32FC1, [...resized(transform, factor)]));
      const criteria = new cv.TermCriteria(cv.TermCriteria_COUNT + cv.TermCriteria_EPS, 80, 1e-5);
      try {
        cv.findTransformECC(a, b, matrix, cv.MOTION_AFFINE, criteria, mat(new cv.Mat()), side < 300 ? 7 : 5);
      } catch {
        // OpenCV throws when the pictures do not resemble each other.
        return transform;
      }
      const [v0 = 1, v1 = 0, v2 = 0, v3 = 0, v4 = 1, v5 = 0] = Float32Array.from(matrix.data32F);
      return withoutShear(resized([v0, v1, v2, v3, v4, v5], 1 / factor), size);
    });
  }
  return transform;
}

/** Scales a picture without transparency down to fit into a square; `side` in pixels. */
export async function rasterOf(picture: Sharp, side: number): Promise<Pixels> {
  const { data, info } = await picture
    .clone()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The middle of a picture: half of its width and half of its height. */
function middleOf({ data, width, height }: Pixels): Pixels {
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)];
  const middle = new Uint8Array(across * down * 3);
  for (let row = 0; row < down; row += 1) {
    const start = ((row + Math.floor(height / 4)) * width + Math.floor(width / 4)) * 3;
    middle.set(data.subarray(start, start + across * 3), row * across * 3);
  }
  return { data: middle, width: across, height: down };
}

/** The ratio of fine detail to coarse detail: it falls when a picture is blurred, whatever its light and contrast. */
function sharpnessOf(cv: Cv, pixels: Pixels): number {
  const [fine, coarse] = [0.8, 3].map((blur) =>
    withMats((mat) => {
      const edges: Float32Array = mat(edgesOf(cv, pixels, blur)).data32F;
      return edges.reduce((sum, value) => sum + value ** 2, 0);
    }),
  );
  return (fine ?? 0) / (coarse || 1);
}
