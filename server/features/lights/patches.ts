import type { Cv, Mat } from './open-cv.ts';
import { withMats } from './open-cv.ts';
import { composed, type Transform, transformOf } from './transform.ts';

// All lengths are in pixels of the reference.
/** The side of a patch. */
const side = 96;
/** The distance between neighbouring patches. */
const step = 72;
/** How far around its expected place a patch is searched. */
const reach = 6;
/** A patch counts as not found unless its best correlation is above this. */
const leastCorrelation = 0.2;
/** A patch supports the transform if it was found within this distance of the predicted place. */
const tolerance = 1.5;

/** Where one patch of the reference was found in the photograph, in pixels. */
interface Found {
  /** The middle of the patch in the reference; for `fitted`, measured from the middle of the picture. */
  x: number;
  y: number;
  /** How far from its expected place the patch was found. */
  dx: number;
  dy: number;
  /** How certain the place is in each direction: the weights of the fit. */
  certainX: number;
  certainY: number;
}

interface Refined {
  transform: Transform;
  /** The share of all patches that support the transform, 0 to 1. */
  support: number;
}

/**
 * Makes a transform exact: looks for patches of the reference near the places where `start` expects them, and fits movement,
 * rotation and scale to them. Reflections and shadows are outliers, which the fit leaves out.
 */
export function refine(cv: Cv, reference: Mat, photograph: Mat, start: Transform): Refined {
  const once = fitOnce(cv, reference, photograph, start);
  return fitOnce(cv, reference, photograph, once.transform);
}

function fitOnce(cv: Cv, reference: Mat, photograph: Mat, start: Transform): Refined {
  const { found, patches } = findPatches(cv, reference, photograph, start);
  const size = { width: reference.cols, height: reference.rows };
  const [middleX, middleY] = [(size.width - 1) / 2, (size.height - 1) / 2];
  const centred = found.map((patch) => ({ ...patch, x: patch.x - middleX, y: patch.y - middleY }));
  const fit = fitted(centred);
  const supporting = centred.filter((patch) => {
    const [x, y] = offsetAt(fit, patch);
    return Math.hypot(patch.dx - x, patch.dy - y) < tolerance;
  });
  const [growth, turn, x, y] = fit;
  const rotation = (Math.atan2(turn, 1 + growth) * 180) / Math.PI;
  const correction = transformOf({ x, y, rotation, scale: Math.hypot(1 + growth, turn) }, size);
  return { transform: composed(correction, start), support: patches === 0 ? 0 : supporting.length / patches };
}

function findPatches(cv: Cv, reference: Mat, photograph: Mat, start: Transform): { found: Found[]; patches: number } {
  return withMats((mat) => {
    const expected = mat(new cv.Mat());
    const matrix = mat(cv.matFromArray(2, 3, cv.CV_64FC1, [...start]));
    const size = new cv.Size(reference.cols, reference.rows);
    cv.warpAffine(photograph, expected, matrix, size, cv.INTER_LINEAR + cv.WARP_INVERSE_MAP, cv.BORDER_REPLICATE);
    const [correlations, noMask] = [mat(new cv.Mat()), mat(new cv.Mat())];
    const found: Found[] = [];
    let patches = 0;
    for (let top = reach; top + side + reach <= reference.rows; top += step)
      for (let left = reach; left + side + reach <= reference.cols; left += step) {
        patches += 1;
        withMats((own) => {
          const patch = own(reference.roi(new cv.Rect(left, top, side, side)));
          const around = new cv.Rect(left - reach, top - reach, side + 2 * reach, side + 2 * reach);
          cv.matchTemplate(own(expected.roi(around)), patch, correlations, cv.TM_CCOEFF_NORMED, noMask);
        });
        const peak = peakOf(correlations.data32F);
        if (peak) found.push({ ...peak, x: left + (side - 1) / 2, y: top + (side - 1) / 2 });
      }
    return { found, patches };
  });
}

/** The place of the highest correlation, in fractions of pixels; null if it is too low, at the edge, or no clear peak. */
function peakOf(correlations: Float32Array): Omit<Found, 'x' | 'y'> | null {
  const across = 2 * reach + 1;
  let best = 0;
  correlations.forEach((value, at) => {
    if (value > (correlations[best] ?? 0)) best = at;
  });
  const at = (index: number) => correlations[index] ?? 0;
  const [column, row] = [best % across, Math.floor(best / across)];
  const isAtEdge = [column, row].some((place) => place === 0 || place === across - 1);
  if (isAtEdge || !(at(best) > leastCorrelation)) return null;
  const curvatureX = 2 * at(best) - at(best - 1) - at(best + 1);
  const curvatureY = 2 * at(best) - at(best - across) - at(best + across);
  if (!(curvatureX > 0 && curvatureY > 0)) return null;
  return {
    // The top of the parabola through three values.
    dx: column - reach + (at(best + 1) - at(best - 1)) / (2 * curvatureX),
    dy: row - reach + (at(best + across) - at(best - across)) / (2 * curvatureY),
    certainX: curvatureX * at(best) ** 2,
    certainY: curvatureY * at(best) ** 2,
  };
}

/** A small change of a transform: growth, turn, and the movement in x and y, in pixels. */
type Fit = readonly [number, number, number, number];

const offsetAt = ([growth, turn, x, y]: Fit, place: { x: number; y: number }) =>
  [growth * place.x - turn * place.y + x, growth * place.y + turn * place.x + y] as const;

/** Fits by least squares in rounds. Each round gives less weight to the patches that do not agree with the others. */
function fitted(patches: readonly Found[]): Fit {
  let fit: Fit = [0, 0, 0, 0];
  let scale = 4;
  for (let round = 0; round < 25; round += 1) {
    const equations = Array.from({ length: 4 }, () => [0, 0, 0, 0, 0]);
    for (const patch of patches) {
      const [x, y] = offsetAt(fit, patch);
      const rows = [
        { row: [patch.x, -patch.y, 1, 0], seen: patch.dx, missed: patch.dx - x, certain: patch.certainX },
        { row: [patch.y, patch.x, 0, 1], seen: patch.dy, missed: patch.dy - y, certain: patch.certainY },
      ];
      for (const { row, seen, missed, certain } of rows) {
        const weight = certain / (1 + (missed / scale) ** 2) ** 2;
        addEquation(equations, row, seen, weight);
      }
    }
    fit = solved(equations) ?? fit;
    scale = Math.max(0.5, scale * 0.8);
  }
  return fit;
}

function addEquation(equations: number[][], row: readonly number[], seen: number, weight: number): void {
  equations.forEach((equation, i) => {
    const factor = weight * (row[i] ?? 0);
    [...row, seen].forEach((value, j) => {
      equation[j] = (equation[j] ?? 0) + factor * value;
    });
  });
}

/** Four linear equations with four unknowns, by Gauss and Jordan; null if there is no unique solution. */
function solved(equations: readonly (readonly number[])[]): Fit | null {
  let rows = equations.map((row) => [...row]);
  for (let column = 0; column < 4; column += 1) {
    const remaining = rows
      .slice(column)
      .toSorted((one, other) => Math.abs(other[column] ?? 0) - Math.abs(one[column] ?? 0));
    rows = [...rows.slice(0, column), ...remaining];
    const pivot = rows[column] ?? [];
    const head = pivot[column] ?? 0;
    if (Math.abs(head) < 1e-12) return null;
    rows = rows.map((row, index) => {
      const factor = index === column ? 0 : (row[column] ?? 0) / head;
      return row.map((value, at) => value - factor * (pivot[at] ?? 0));
    });
  }
  const [a = 0, b = 0, c = 0, d = 0] = rows.map((row, index) => (row[4] ?? 0) / (row[index] ?? 1));
  return [a, b, c, d];
}
