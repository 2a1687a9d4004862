/** Points from the upper left corner of the page. */
export interface Point {
  x: number;
  y: number;
}

interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The directions from a place to its number, the preferred first: to the upper right, then around. */
const directions = [-45, 45, -135, 135, 0, 180, -90, 90].map((degrees) => {
  const angle = (degrees / 180) * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

/**
 * Where the numbers of these places stand, at `distance` from each: inside the bounds, and clear of the other places and numbers where
 * there is room. `radius` is that of the disc below a number.
 */
export function placeNumbers(
  places: readonly Point[],
  { left, top, width, height }: Bounds,
  { radius, distance }: { radius: number; distance: number },
): Point[] {
  const enough = 2 * radius;
  const numbers: Point[] = [];
  for (const place of places) {
    const others = [...places.filter((other) => other !== place), ...numbers];
    const ways = directions.map((direction) => {
      const x = within(place.x + direction.x * distance, left + radius, left + width - radius);
      const y = within(place.y + direction.y * distance, top + radius, top + height - radius);
      const fromPlace = Math.hypot(x - place.x, y - place.y);
      const nearest = Math.min(enough, ...others.map((other) => Math.hypot(x - other.x, y - other.y)));
      // Where an edge pushed the number back onto its own place, another direction is better.
      return { x, y, room: Math.min(nearest, fromPlace * (enough / distance)) };
    });
    const best = ways.reduce((chosen, way) => (way.room > chosen.room + 0.01 ? way : chosen));
    numbers.push({ x: best.x, y: best.y });
  }
  return numbers;
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(Math.max(least, most), value));
