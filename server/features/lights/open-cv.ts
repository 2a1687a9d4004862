import { createRequire } from 'node:module';
import type * as OpenCv from '@techstark/opencv-js';

export type Cv = typeof OpenCv;
export type Mat = OpenCv.Mat;

/**
 * Loads OpenCV, which is WebAssembly. That takes about a second and 100 MB of memory, so only a process that ends soon may do it. The
 * module is returned inside of an object, because it has a method `then` that returns the module: a promise of it would never resolve.
 */
export async function openCv(): Promise<{ cv: Cv }> {
  const cv: Cv & { onRuntimeInitialized?: () => void } = createRequire(import.meta.url)('@techstark/opencv-js');
  const { promise, resolve } = Promise.withResolvers<void>();
  if (typeof cv.Mat === 'function') resolve();
  else cv.onRuntimeInitialized = resolve;
  await promise;
  return { cv };
}

/** Runs `work` and then frees the memory of every matrix that it passed to `mat`, which the garbage collector does not do. */
export function withMats<Result>(work: (mat: <M extends { delete: () => void }>(made: M) => M) => Result): Result {
  const made: { delete: () => void }[] = [];
  try {
    return work((mat) => {
      made.push(mat);
      return mat;
    });
  } finally {
    for (const mat of made) mat.delete();
  }
}
