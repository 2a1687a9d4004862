import type { Cv, Mat } from './open-cv.ts';
import { withMats } from './open-cv.ts';

/** A picture in RGB: three bytes for each pixel. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Added to each value before its logarithm is taken, because the colour of dark pixels is mostly noise. */
const darkness = 24;
/** How much edges of brightness count, where edges of colour count 1. */
const weightOfLight = 0.1;

/** The logarithm of each value: exposure and white balance only add a constant to it, which does not change the edges. */
const logarithms = Float32Array.from({ length: 256 }, (_, value) => Math.log(value + darkness));
const logarithmOf = (value = 0) => logarithms[value] ?? 0;

/**
 * How strong the edges are at each pixel. A lamp that moves changes how light a place is, but hardly its colour, so edges of
 * colour count most. `blur`: the standard deviation of the blur before, in pixels. The caller deletes the matrix.
 */
export function edgesOf(cv: Cv, { data, width, height }: Pixels, blur: number): Mat {
  const count = width * height;
  const planes = [new Float32Array(count), new Float32Array(count), new Float32Array(count)] as const;
  for (let pixel = 0; pixel < count; pixel += 1) {
    const red = logarithmOf(data[3 * pixel]);
    const green = logarithmOf(data[3 * pixel + 1]);
    const blue = logarithmOf(data[3 * pixel + 2]);
    planes[0][pixel] = weightOfLight * (0.3 * red + 0.59 * green + 0.11 * blue);
    planes[1][pixel] = red - green;
    planes[2][pixel] = 0.5 * (blue - green);
  }
  const edges = new cv.Mat(height, width, cv.CV_32FC1);
  const sums: Float32Array = edges.data32F;
  sums.fill(0);
  for (const plane of planes) addSquares(cv, sums, plane, { width, height, blur });
  // The fourth root makes weak edges count, too.
  for (let pixel = 0; pixel < count; pixel += 1) sums[pixel] = Math.sqrt(Math.sqrt(sums[pixel] ?? 0));
  return edges;
}

function addSquares(
  cv: Cv,
  sums: Float32Array,
  plane: Float32Array,
  { width, height, blur }: { width: number; height: number; blur: number },
): void {
  withMats((mat) => {
    const values = mat(new cv.Mat(height, width, cv.CV_32FC1));
    values.data32F.set(plane);
    cv.GaussianBlur(values, values, new cv.Size(0, 0), blur);
    const [across, down] = [mat(new cv.Mat()), mat(new cv.Mat())];
    cv.Sobel(values, across, cv.CV_32F, 1, 0);
    cv.Sobel(values, down, cv.CV_32F, 0, 1);
    const x: Float32Array = across.data32F;
    const y: Float32Array = down.data32F;
    for (let pixel = 0; pixel < sums.length; pixel += 1) {
      const right = x[pixel] ?? 0;
      const below = y[pixel] ?? 0;
      sums[pixel] = (sums[pixel] ?? 0) + right * right + below * below;
    }
  });
}

/** The colour of each pixel as the ratio of red and blue, which hardly depends on the light. The caller deletes the matrix. */
export function coloursOf(cv: Cv, { data, width, height }: Pixels): Mat {
  const colours = new cv.Mat(height, width, cv.CV_32FC1);
  const values: Float32Array = colours.data32F;
  for (let pixel = 0; pixel < values.length; pixel += 1)
    values[pixel] = logarithmOf(data[3 * pixel]) - logarithmOf(data[3 * pixel + 2]);
  return colours;
}
