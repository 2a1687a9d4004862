export interface Direction {
  /** Degrees; 0 is right, 90 is above the upper edge. */
  azimuth: number;
  /** Degrees; 90 is straight in front of the piece. */
  elevation: number;
}

/** Degrees: the least angle between two lights. Below it their photographs show nearly the same. */
const leastAngle = 5;

/** Whether two lights come from nearly the same direction. */
export function isSameDirection(one: Direction, other: Direction): boolean {
  const [a, b] = [vectorOf(one), vectorOf(other)];
  const cosine = a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0);
  // Compared with a tolerance for rounding, so that exactly five degrees are far enough.
  return cosine > Math.cos(radians(leastAngle)) + 1e-9;
}

function vectorOf({ azimuth, elevation }: Direction): readonly number[] {
  const [around, up] = [radians(azimuth), radians(elevation)];
  return [Math.cos(up) * Math.cos(around), Math.cos(up) * Math.sin(around), Math.sin(up)];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
