/**
 * Where a point of the reference picture lies in the photograph: [a, b, c, d, e, f] maps (x, y) to (ax + by + c, dx + ey + f).
 * Pixels; both pictures have the size of the reference.
 */
export type Transform = readonly [number, number, number, number, number, number];

export const identity: Transform = [1, 0, 0, 0, 1, 0];

/** How a photograph lies over the reference, described at the middle of the picture. */
export interface Movement {
  /** Pixels, for pictures of the size that is given together with the movement. */
  x: number;
  y: number;
  /** Degrees, clockwise. */
  rotation: number;
  /** 1: as large as in the reference. */
  scale: number;
}

interface Size {
  width: number;
  height: number;
}

export function movementOf([a, b, c, d, e, f]: Transform, { width, height }: Size): Movement {
  const [x, y] = [(width - 1) / 2, (height - 1) / 2];
  const [cosine, sine] = [(a + e) / 2, (d - b) / 2];
  return {
    x: a * x + b * y + c - x,
    y: d * x + e * y + f - y,
    rotation: (Math.atan2(sine, cosine) * 180) / Math.PI,
    scale: Math.hypot(cosine, sine),
  };
}

export function transformOf({ x, y, rotation, scale }: Movement, { width, height }: Size): Transform {
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const angle = (rotation * Math.PI) / 180;
  const [cosine, sine] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return [
    ...([cosine, -sine, middleX + x - cosine * middleX + sine * middleY] as const),
    ...([sine, cosine, middleY + y - sine * middleX - cosine * middleY] as const),
  ];
}

/** The nearest transform that only moves, turns and scales: a photograph of a flat piece needs no other. */
export const withoutShear = (transform: Transform, size: Size): Transform =>
  transformOf(movementOf(transform, size), size);

/** The same transform between pictures of `factor` times the size. */
export const resized = ([a, b, c, d, e, f]: Transform, factor: number): Transform => {
  // Coordinates begin in the middle of the first pixel, so the corner of the picture, which stays, is at -0.5.
  const shift = (factor - 1) / 2;
  return [a, b, c * factor + shift - (a + b) * shift, d, e, f * factor + shift - (d + e) * shift];
};

/** The transform that applies `first` and then `then`. */
export function composed(first: Transform, then: Transform): Transform {
  const [a, b, c, d, e, f] = then;
  return [
    ...([a * first[0] + b * first[3], a * first[1] + b * first[4], a * first[2] + b * first[5] + c] as const),
    ...([d * first[0] + e * first[3], d * first[1] + e * first[4], d * first[2] + e * first[5] + f] as const),
  ];
}
